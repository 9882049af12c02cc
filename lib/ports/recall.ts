import type { RecalledPassage } from '../memory/context-map.ts'
import type { Told } from '../schemas/recall.ts'
import type { ExchangePlace, RecallScope } from './recall-index.ts'

/** An exchange as it bears on a question. */
export type RecalledExchange = Omit<ExchangePlace, 'before' | 'behind'> & {
  score: number
  /** null: it has no vector yet. */
  cosine: number | null
  /** BM25. */
  words: number
  told: Told
  /** The words of it that it was found by, as they stand in it; null: they are not known. */
  foundBy: string | null
  /**
   * Why it is let in: because the embedding model's gate is open, by the least score that was asked for, or by its words
   * alone. null: it is not.
   */
  rule: RecalledPassage['rule'] | null
}

/** What a search came to. */
export type RecalledExchanges = {
  /** The best first. */
  exchanges: RecalledExchange[]
  by: 'meaning-and-words' | 'words'
  /** The embedding model. */
  model: string
  /** Why the question could not be compared by its meaning; null: it could. */
  failure: string | null
}

/** A question whose vector is being made. */
export type AskedOfMemory = {
  /**
   * What is found, let in or not. `minScore`: null: by the embedding model's own rule. Throws where the memory cannot be
   * searched at all.
   */
  search(scope: RecallScope, options: { minScore: number | null }): Promise<RecalledExchanges>
}

export type Recall = {
  /** Begins at once with what takes longest. */
  ask(question: string, options?: { signal?: AbortSignal }): AskedOfMemory
}
