import type { ErrorCode } from '../errors.ts'
import type { ModelLimits } from '../memory/types.ts'
import type { Usage } from '../schemas/message.ts'
import type { ModelProvider } from '../schemas/model.ts'
import type { ToolCall } from '../schemas/tool-call.ts'

/** A model that can be chosen. `id` is `provider/name`, or `builtin`. */
export type ModelInfo = {
  id: string
  name: string
  provider: ModelProvider
  limits: ModelLimits
  /** What the user should know of it, in a sentence; null: nothing. */
  note: string | null
}

/** Every call of an assistant's message is followed by a `tool` message with its result. */
export type PromptMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ToolCall[] }
  | { role: 'tool'; content: string; toolCallId: string }

export type ModelEvent =
  | { type: 'text' | 'reasoning'; text: string }
  | ({ type: 'tool-call' } & ToolCall)
  | { type: 'end'; usage: Usage; reason: EndReason }

/** Why a model said no more. `length`: it had reached what one answer may have. */
export type EndReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other'

/** Something that a model may ask its caller to do. `parameters` is a JSON schema. */
export type Tool = {
  name: string
  description?: string | undefined
  parameters: Record<string, unknown>
  strict?: boolean | undefined
}

/** What a caller may choose of how a model answers. Each server takes of it what it knows. */
export type ModelOptions = {
  temperature?: number | undefined
  topP?: number | undefined
  /** Of the answer, in the model's own count. */
  maxTokens?: number | undefined
  /** Texts before the first of which the answer ends. */
  stop?: readonly string[] | undefined
  tools?: readonly Tool[] | undefined
  toolChoice?: 'auto' | 'none' | 'required' | { name: string } | undefined
}

export type ModelRequest = {
  messages: readonly PromptMessage[]
  options?: ModelOptions
  /**
   * `title`: to name what the newest message quotes, line by line behind `> `; `summary`: to sum up what it holds. Only
   * for a model that cannot read the instructions that say so; by default an answer.
   */
  purpose?: 'answer' | 'title' | 'summary'
  /** Whoever asks stores nothing of it: a failure must not say that anything is kept. */
  keepsNothing?: boolean
  signal: AbortSignal
}

/**
 * One call of a model. Yields texts as they come, each call of a tool once it is whole, and one `end` last. Throws
 * `AppError` with a `model_*` code (`model_incomplete` when the stream stops without an end), and the signal's reason
 * when it is aborted.
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
