import type { LeftOutReason } from './context-map.ts'

/** Messages of a summary's range that it does not tell: left out when it was written, or sent as they are. */
export type Omitted = { fromSeq: number; toSeq: number; reason: LeftOutReason | 'pinned' }

/** One version of a session's summary, as the planner weighs it. Its text is read once it is chosen. */
export type StoredSummary = {
  id: string
  version: number
  /** Where its range begins: right below the divider, or the clear, of the path that it was made on. */
  fromSeq: number
  /** The last message of its range. */
  toSeq: number
  /** Of the text as it is quoted, in the encoding of the plan. */
  tokens: number
  /** By the user, or on demand: in force at once, and nothing of its range is sent as it is again. */
  asked: boolean
  omitted: readonly Omitted[]
}

/** What there is to stand for older exchanges. */
export type Summaries = {
  /** Those that can be used on this path, newest version first. */
  versions: readonly StoredSummary[]
  /** The words that every summary is sent in: their hash, and their tokens without the summary's. */
  wrapper: { hash: string; tokens: number }
  /** What the newest try to write one failed with, in a sentence; null: it did not. */
  failure: string | null
}
