import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type VacuumReply = { done: true } | { done: false; code: string; message?: string }

/**
 * Writes an SQLite file anew without anything that was deleted, and empties its log. `secure_delete` alone leaves
 * copies of rows that were moved when they grew: docs/decisions/vacuum-after-purge.md has the measurement. Takes as
 * long as the file is large, in a thread of its own. Throws an error with SQLite's code.
 */
export async function vacuum(file: string): Promise<void> {
  const worker = new Worker(new URL('./vacuum-worker.ts', import.meta.url))
  worker.postMessage(`file:${file}`)
  const [reply]: VacuumReply[] = await once(worker, 'message')
  await worker.terminate()
  if (reply?.done !== true)
    throw Object.assign(new Error(reply?.message ?? 'The file is in use.'), { code: reply?.code })
}
