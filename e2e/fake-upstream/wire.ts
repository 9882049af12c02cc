import type { ServerResponse } from 'node:http'
import type { FakeToolCall, FakeUsage } from './behaviour.ts'

export type FakeFinish = 'stop' | 'length' | 'content_filter' | 'tool_calls'

/** How one API puts an answer on the wire, event by event. */
export type Wire = {
  begin(): void
  reasoning(text: string): void
  text(text: string): void
  /** `index`: which of the answer's calls it is. */
  toolCall(index: number, call: FakeToolCall): void
  error(message: string): void
  finish(reason: FakeFinish, usage: FakeUsage): void
}

export const startEventStream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
}
