import type { ExchangePlace, RecallScope } from './recall-index.ts'

/** An exchange that bears on a question, and why it was let in. */
export type RecalledExchange = Omit<ExchangePlace, 'before' | 'behind'> & {
  score: number
  /** null: it has no vector yet. */
  cosine: number | null
  /** BM25. */
  words: number
  rule: 'gate' | 'similarity' | 'words'
}

export type Recalled = {
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
   * What is let in. `minScore`: null: by the embedding model's own rule. Throws where the memory cannot be searched at
   * all.
   */
  search(scope: RecallScope, options: { minScore: number | null }): Promise<Recalled>
}

export type Recall = {
  /** Begins at once with what takes longest. */
  ask(question: string, options?: { signal?: AbortSignal }): AskedOfMemory
}
