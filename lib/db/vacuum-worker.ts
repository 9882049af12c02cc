import { parentPort } from 'node:worker_threads'
import { createClient } from '@libsql/client'
import type { VacuumReply } from './vacuum.ts'

/** Here it may block: nobody else uses this thread. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * The full text only notes what was deleted, until its parts are merged. Where there is one part, or all are of one level,
 * a merge leaves these notes, words and all. So there have to be two more, which undo each other: each statement of one
 * row makes a part. No chunk has that number.
 */
const MERGED = [
  `INSERT INTO "ExchangeText"(rowid, terms) VALUES (-1, 'x')`,
  `INSERT INTO "ExchangeText"("ExchangeText", rowid, terms) VALUES ('delete', -1, 'x')`,
  `INSERT INTO "ExchangeText"("ExchangeText") VALUES ('optimize')`,
]

async function vacuum(url: string): Promise<VacuumReply> {
  const client = createClient({ url, timeout: BUSY_TIMEOUT_MS })
  try {
    await client.batch(MERGED, 'write')
    await client.execute('VACUUM')
    // It answers "busy" in a column, not as an error, while another connection reads from the log.
    const { rows } = await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    return Number(rows[0]?.busy ?? 0) === 0 ? { done: true } : { done: false, code: 'SQLITE_BUSY' }
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return { done: false, code: code ?? 'SQLITE_ERROR', message }
  } finally {
    client.close()
  }
}

// Not by `workerData`: the bundler keeps its own there.
parentPort?.once('message', async (url: string) => parentPort?.postMessage(await vacuum(url)))
