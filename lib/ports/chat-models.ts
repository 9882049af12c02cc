import type { ErrorCode } from '../errors.ts'
import type { ModelLimits } from '../memory/types.ts'
import type { Usage } from '../schemas/message.ts'
import type { ModelProvider } from '../schemas/model.ts'

/** A model that can be chosen. `id` is `provider/name`, or `builtin`. */
export type ModelInfo = {
  id: string
  name: string
  provider: ModelProvider
  limits: ModelLimits
  /** What the user should know of it, in a sentence; null: nothing. */
  note: string | null
}

export type PromptMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type ModelEvent =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'end'; usage: Usage; reason: 'stop' | 'length' | 'other' }

export type ModelRequest = {
  messages: readonly PromptMessage[]
  /**
   * `title`: to name what the newest message quotes, line by line behind `> `; `summary`: to sum up what it holds. Only
   * for a model that cannot read the instructions that say so; by default an answer.
   */
  purpose?: 'answer' | 'title' | 'summary'
  signal: AbortSignal
}

/**
 * One call of a model. Yields texts as they come and one `end` last. Throws `AppError` with a `model_*` code
 * (`model_incomplete` when the stream stops without an end), and the signal's reason when it is aborted.
 */
export type ChatModel = { info: ModelInfo; stream(request: ModelRequest): AsyncIterable<ModelEvent> }

/** What the newest look for models found. */
export type KnownOfModels = {
  /** Of the default model. */
  provider: ModelProvider
  /** Of the servers that were configured and did not say what they have. */
  failures: ErrorCode[]
}

export type ChatModels = {
  /** What can be chosen now, the default first. Found anew at most every few seconds; never throws. */
  list(): Promise<ModelInfo[]>
  /** Without waiting: what is old is found anew meanwhile. null: nothing was looked for yet. */
  known(): KnownOfModels | null
  /** The model of that id, or the default for null. Throws `unknown_model`, naming the known ones. */
  resolve(id: string | null): Promise<ChatModel>
}
