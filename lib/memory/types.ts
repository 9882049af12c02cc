/** One message of the stateless form. Fields beside `role` and `content` are carried along untouched. */
export type Message = { role: Role; content: string; [extra: string]: unknown }

export type Role = 'system' | 'user' | 'assistant' | 'tool'

export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'failed' | 'interrupted'

export type Encoding = 'cl100k_base' | 'o200k_base'

/** One row of the active path, as the planner reads it. `tokens` is the text's, in the encoding of the plan. */
export type StoredMessage = {
  id: string
  seq: number
  role: Role
  text: string
  tokens: number
  pinned: boolean
  excluded: boolean
  status: MessageStatus
}

export type MemorySettings = {
  /** The newest N exchanges are kept; null: no limit; 0: only the new user message. */
  maxExchanges: number | null
  /** Tokens of everything that is sent; the answer's reserve comes off the model's window alone. null: that window. */
  maxTokens: number | null
  useSummary: boolean
}

/** What the planner must know of a model, in tokens. */
export type ModelLimits = {
  /** All that one call may hold, the answer included. */
  window: number
  /** Kept free for the answer. */
  answerReserve: number
  encoding: Encoding
  /** False where the encoding is a stand-in for one that is not known. */
  exact: boolean
  /** Added by the wire format for every message, and once for every request. */
  perMessage: number
  perRequest: number
}
