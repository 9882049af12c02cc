import { parentPort } from 'node:worker_threads'
import { countBoth } from './count-both.ts'
import type { CountReply, CountRequest } from './count-thread.ts'

parentPort?.on('message', ({ id, text }: CountRequest) => {
  parentPort?.postMessage({ id, counts: countBoth(text) } satisfies CountReply)
})
