import { parentPort } from 'node:worker_threads'
import { createClient } from '@libsql/client'
import type { VacuumReply } from './vacuum.ts'

/** Here it may block: nobody else uses this thread. */
const BUSY_TIMEOUT_MS = 5_000

async function vacuum(url: string): Promise<VacuumReply> {
  const client = createClient({ url, timeout: BUSY_TIMEOUT_MS })
  try {
    // The full text only notes what was deleted, until its parts are merged.
    await client.execute(`INSERT INTO "ExchangeText"("ExchangeText") VALUES ('optimize')`)
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
