import type { Encoding, MemorySettings, Role } from './types.ts'

/**
 * Why a message of the active path was not sent. `empty`: it has no words, or answers a message that has none.
 * `forgotten`: it was deleted, or what it belongs to was: an answer's question, a tool result's call.
 * `unanswered`: it calls tools whose results never came.
 */
export type LeftOutReason =
  | 'window'
  | 'budget'
  | 'excluded'
  | 'afresh'
  | 'failed'
  | 'empty'
  | 'forgotten'
  | 'unanswered'

/**
 * All messages of the path from `fromSeq` to `toSeq`, both included, left out for one reason. What is older than
 * the kept part need not have been read: no message need stand at the very ends of a range.
 */
export type LeftOut = { fromSeq: number; toSeq: number; reason: LeftOutReason }

/** One thing that was sent, in the order of sending. Tokens count the wire format's overhead. */
export type Segment =
  | { kind: 'instructions'; hash: string; tokens: number }
  /** What the model may call: not a message, but it takes its room as one. `hash`: of the tools as JSON. */
  | { kind: 'tools'; hash: string; tokens: number }
  /** What stands for the messages of its range, `toSeq` included; `hash`: of the words that it is sent in. */
  | {
      kind: 'summary'
      summaryId: string
      version: number
      fromSeq: number
      toSeq: number
      hash: string
      tokens: number
    }
  /** `pinned`: it is sent because its exchange is pinned, before the kept part of the history. */
  | { kind: 'message'; messageId: string; seq: number; role: Role; tokens: number; pinned?: true }
  /**
   * What was found elsewhere, quoted, the best first. It is no message of its own: it begins the one of the user behind
   * it. `hash`: of the words that it is sent in.
   */
  | { kind: 'recall'; hash: string; tokens: number; passages: RecalledPassage[] }
  /** The request to go on with the answer before it, last of all and in the user's place. */
  | { kind: 'continuation'; hash: string; tokens: number }

/** An exchange as it was quoted, and why. */
export type RecalledPassage = {
  /** The id of its question. */
  exchangeId: string
  sessionId: string
  /** null: its answer is not remembered. */
  answerId: string | null
  /** The question's, in its session. */
  seq: number
  /** From 1, the best. */
  rank: number
  /** What it was ranked by: comparable within one search alone. */
  score: number
  /** Its likeness in meaning; null: it was found by words alone. */
  cosine: number | null
  /** What it shares with the question in words, by BM25; 0: nothing. */
  words: number
  /**
   * Why it was let in. `similarity`: its cosine is the least that the settings ask for, or more. `gate`: by the embedding
   * model's own rule. `words`: it was found by words, where there was nothing to compare meanings with.
   */
  rule: 'similarity' | 'gate' | 'words'
  /** How much of it was quoted; null: all. */
  chars: PassageChars | null
}

/**
 * The length of what is quoted of a passage, in UTF-16 units; 0: nothing of that part. `from`: where it begins; left out:
 * at the beginning.
 */
export type PassageChars = {
  user: number
  assistant: number
  from?: { user: number; assistant: number } | undefined
}

/** What recall did for a decision. */
export type RecallRecord = {
  /** The most tokens that it could take: they were kept free of the history, and of what was sent it took fewer. */
  reserve: number
  /** `reserved`: nobody has searched yet, as for a draft. */
  outcome: 'reserved' | 'found' | 'nothing' | 'failed'
  /** What went wrong, in a sentence, also where words alone still found something; null: nothing. */
  failure: string | null
  /** How it was searched; null: it was not. */
  by: 'meaning-and-words' | 'words' | null
  /** The embedding model that meanings were compared by; null: none. */
  model: string | null
}

/** How the limit came about, in tokens. */
export type Limit = {
  /** What may be sent: the lower of `maxTokens` and the model's window less the answer's reserve. */
  total: number
  maxTokens: number | null
  window: number
  answerReserve: number
}

/**
 * The record of one decision: what the model was sent, and what it was not sent and why. It holds ids and
 * counts, no text: messages and summaries stand in their rows, the titles above passages in receipts, all other words in
 * `PromptText` by their hash.
 */
export type ContextMap = {
  version: 1
  settings: MemorySettings
  limit: Limit
  encoding: Encoding
  exact: boolean
  segments: Segment[]
  leftOut: LeftOut[]
  /** The seq of the oldest message of the history that was sent; null when only the new message was. */
  keptStart: number | null
  /** Everything of the path before this seq had no room, and has none until the room changes; null: all had some. */
  trimmed: { beforeSeq: number; reason: 'window' | 'budget' } | null
  /** The summary that was sent; null: none. */
  summary: { id: string; version: number; toSeq: number } | null
  /** Messages past the marks, sent as they are until a summary tells them; null: none. */
  owed: { fromSeq: number; toSeq: number } | null
  /** What the newest try to write a summary had failed with; null: it had not, or none is used. */
  summaryFailure: string | null
  /** null: nothing is recalled here. */
  recall: RecallRecord | null
  /** Everything that was sent, in tokens, overhead included. */
  tokens: number
  overBudget: boolean
}
