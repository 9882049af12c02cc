import type { Chunk, VectorStore } from '../memory/recall-ports.ts'

/** When something was said: from an instant on, and before another; null: whenever. */
export type SaidWithin = { from: Date | null; before: Date | null }

/** Whose memory is searched, from where, and what of it. */
export type RecallScope = {
  owner: string
  /**
   * That asks, and by its user sees what is that user's; what a client of the interfaces said without naming one is seen
   * by its own session alone. null: the owner looks, who sees all.
   */
  sessionId: string | null
  /** Of that session nothing before this seq is seen. */
  fromSeq: number
  /** All sessions that it may see, or it alone. */
  from: 'all' | 'session'
  /** Left out: whenever it was said, as a turn sees it. */
  said?: SaidWithin
}

/** What made vectors, and how many numbers each has. */
export type VectorModel = { model: string; dimensions: number }

/** Where an exchange stands; `before` and `behind` are those beside it in its session that may be recalled too. */
export type ExchangePlace = {
  id: string
  sessionId: string
  seq: number
  /** null: its answer is not remembered. */
  answerId: string | null
  saidAt: Date
  before: string | null
  behind: string | null
}

/**
 * Of all that may be seen: how many chunks, their mean length in terms, and how many hold each term. Of many they may be
 * estimated.
 */
export type TermFigures = { size: number; meanLength: number; holding: ReadonlyMap<string, number> }

/** `holding`: what `figures` told of the terms, so that it need not be counted again. `among`: all of these exchanges. */
export type MatchingOptions =
  | { limit: number; holding?: TermFigures['holding'] }
  | { among: readonly string[] }

/** `terms`: at least those of its terms that were looked for, each as often as it holds it. `length`: of all its terms. */
export type Match = { chunk: Chunk; terms: string; length: number }

/** What is searched by words. `terms`: of a text, separated by spaces, in the form that is searched for. */
export type TermStore = {
  /** A chunk of the same document and index takes the place of the one before; its vector stays. */
  add(chunks: readonly (Chunk & { terms: string })[]): Promise<void>
  /** Those that hold any of the terms; where there are more than `limit`, those that hold the rarest of them. */
  matching(terms: readonly string[], options: MatchingOptions & { signal?: AbortSignal }): Promise<Match[]>
  figures(terms: readonly string[], options?: { signal?: AbortSignal }): Promise<TermFigures>
}

/**
 * What can be recalled, where it is stored. A document is an exchange, by its question's id. Nobody sees what is
 * deleted, cleared, excluded, temporary, or left on another branch.
 */
export type RecallIndex = {
  /** `similarity`; of vectors of this model alone. */
  vectors(scope: RecallScope, model: VectorModel): VectorStore
  terms(scope: RecallScope): TermStore
  /** Of these exchanges those that may be seen. */
  places(scope: RecallScope, ids: readonly string[]): Promise<ReadonlyMap<string, ExchangePlace>>
}
