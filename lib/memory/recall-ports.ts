type CallOptions = { signal?: AbortSignal }

/** Turns texts into vectors, one for each, all of the same length. What two models made cannot be compared. */
export type Embedder = {
  model: string
  embed(texts: readonly string[], options?: CallOptions): Promise<Float32Array[]>
}

/** A piece of what is remembered. `chunkIndex` counts within its document, which here is a session. */
export type Chunk = { text: string; documentId: string; chunkIndex: number }

export type EmbeddedChunk = Chunk & { embedding: Float32Array }

/** What a search found, and how well it fits: by the store's own scale. */
export type Found = { chunk: Chunk; score: number }

/**
 * `similarity`: 1 for the same direction, 0 for nothing in common, so that a least score can be asked for. `opaque`:
 * scores of a store's own make, of which only the order means anything.
 */
export type ScoreScale = 'similarity' | 'opaque'

/** `among`: chunks of these documents alone. */
export type SearchOptions = CallOptions & { topK: number; among?: readonly string[] }

export type VectorStore = {
  /** `similarity` where none is given. */
  scoreScale?: ScoreScale
  /** A chunk of the same document and index takes the place of the one before. */
  add(chunks: readonly EmbeddedChunk[], options?: CallOptions): Promise<void>
  /** The best `topK`, the best first. */
  search(vector: Float32Array, options: SearchOptions): Promise<Found[]>
  /** How many chunks a document has: the index that its next one gets. */
  count(documentId: string): Promise<number>
}

/** Finds by words what a vector may miss: names, numbers, rare words. Its scores are of its own make. */
export type TextIndex = {
  /** A chunk of the same document and index takes the place of the one before. */
  add(chunks: readonly Chunk[], options?: CallOptions): Promise<void>
  /** The best `topK` of those that share a word with the query, the best first. */
  search(query: string, options: SearchOptions): Promise<Found[]>
}
