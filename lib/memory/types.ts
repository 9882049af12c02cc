/** One message of the stateless form. Fields beside `role` and `content` are carried along untouched. */
export type Message = { role: Role; content: string; [extra: string]: unknown }

export type Role = 'system' | 'user' | 'assistant' | 'tool'

export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'failed' | 'interrupted'

/**
 * How tokens are counted: in an encoding that is published, or by an estimate where a model's is not at hand, which is
 * made of the stored counts and the text (`estimateTokens`).
 */
export type Encoding = PublishedEncoding | EstimatedEncoding

export type PublishedEncoding = 'cl100k_base' | 'o200k_base'

/** cl100k_base, but every digit by itself; and what no common vocabulary exceeds. */
export type EstimatedEncoding = 'cl100k_digits' | 'unknown'

/** What a model asks its caller to do. `arguments` is the JSON as the model wrote it, which need not be any. */
export type ToolCall = { id: string; name: string; arguments: string }

/** One row of the active path, as the planner reads it. `tokens`: of all that it says, in the encoding of the plan. */
export type StoredMessage = {
  id: string
  seq: number
  role: Role
  text: string
  tokens: number
  pinned: boolean
  excluded: boolean
  status: MessageStatus
  /** What an answer asks its caller to do; left out: nothing. It may have no text then. */
  toolCalls?: readonly ToolCall[]
  /** Of a `tool` message: the call that it is the result of. */
  toolCallId?: string
}

export type MemorySettings = {
  /** The newest N exchanges are kept; null: no limit; 0: only the new user message. */
  maxExchanges: number | null
  /** Tokens of everything that is sent; the answer's reserve comes off the model's window alone. null: that window. */
  maxTokens: number | null
  useSummary: boolean
  /** Left out, as in maps from before there was recall: none. */
  recall?: RecallSettings
}

/** What of other conversations, or of what this one no longer sends, is shown to the model. */
export type RecallSettings = {
  /** All sessions, this one alone, or none. */
  from: 'all' | 'session' | 'off'
  /** Whether what is said here may be recalled later. */
  remembered: boolean
  /** How many passages are shown at most. */
  topK: number
  /** The least similarity of a passage; null: the embedding model's own rule. */
  minScore: number | null
  /** Kept free for the passages, in tokens. */
  maxTokens: number
}

/** What the planner must know of a model, in tokens. */
export type ModelLimits = {
  /** All that one call may hold, the answer included. */
  window: number
  /** Kept free for the answer. */
  answerReserve: number
  encoding: Encoding
  /** False where the encoding is an estimate, or stands in for one that is not at hand. */
  exact: boolean
  /** Added by the wire format for every message, and once for every request. */
  perMessage: number
  perRequest: number
}
