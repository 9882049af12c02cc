import Libsql from 'libsql'
import { answerRequests } from '../worker-thread.ts'
import type { AsideQuery, AsideRow } from './read-thread.ts'

/** Here it may block: nobody else uses this thread. */
const BUSY_TIMEOUT_MS = 5_000

let open: { file: string; connection: Libsql.Database } | undefined

/** All rows at once: a statement that stays open holds the log, and no checkpoint could empty it. */
answerRequests(({ file, sql, values }: AsideQuery): AsideRow[] => {
  const connection = connectionTo(file)
  try {
    // As one array: the driver takes a single value that is an object, such as bytes, for names and their values.
    return connection.prepare<[unknown[]]>(sql).all([...values]) as AsideRow[]
  } catch (error) {
    // A statement that failed may still be open.
    connection.close()
    open = undefined
    throw error
  }
})

function connectionTo(file: string): Libsql.Database {
  if (open?.file !== file) {
    open?.connection.close()
    const connection = new Libsql(file, { timeout: BUSY_TIMEOUT_MS })
    connection.exec('PRAGMA query_only = ON')
    open = { file, connection }
  }
  return open.connection
}
