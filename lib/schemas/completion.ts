import type { Usage } from './message.ts'
import type { ToolCall } from './tool-call.ts'

/** Tokens: the provider's count, or our own where it gave none. */
export type CompletionUsage = Usage & { input: number; output: number }

/** What comes of an answer that another program asked for; `end` last, once. */
export type CompletionEvent =
  | { type: 'text' | 'reasoning'; text: string }
  | ({ type: 'tool-call' } & ToolCall)
  | {
      type: 'end'
      usage: CompletionUsage
      reason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other'
    }

/** An answer that was begun. Its events throw `AppError`. */
export type Completion = {
  id: string
  /** The id of the model that answers. */
  model: string
  createdAt: Date
  /** Whose memory stood before the messages; null: no session's. */
  sessionId: string | null
  events: AsyncGenerator<CompletionEvent, void, undefined>
}
