import type { ServerResponse } from 'node:http'
import type { FakeUsage } from './behaviour.ts'

/** How one API puts an answer on the wire, event by event. */
export type Wire = {
  begin(): void
  reasoning(text: string): void
  text(text: string): void
  error(message: string): void
  finish(reason: 'stop' | 'length', usage: FakeUsage): void
}

export const startEventStream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
}
