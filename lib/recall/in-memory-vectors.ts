import type { EmbeddedChunk, VectorStore } from '../memory/index.ts'

/** Keeps chunks while the process lives, and compares a vector with all of them. */
export function inMemoryVectors(): VectorStore {
  const documents = new Map<string, Map<number, EmbeddedChunk>>()

  return {
    scoreScale: 'similarity',

    async add(chunks, { signal } = {}) {
      signal?.throwIfAborted()
      for (const chunk of chunks) {
        const document = documents.get(chunk.documentId) ?? new Map<number, EmbeddedChunk>()
        document.set(chunk.chunkIndex, chunk)
        documents.set(chunk.documentId, document)
      }
    },

    async search(vector, { topK, among, signal }) {
      signal?.throwIfAborted()
      const searched = among ? among.flatMap((id) => documents.get(id) ?? []) : [...documents.values()]
      return searched
        .flatMap((document) => [...document.values()])
        .map(({ embedding, ...chunk }) => ({ chunk, score: cosine(vector, embedding) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, topK)
    },

    count: async (documentId) => documents.get(documentId)?.size ?? 0,
  }
}

/** Of two vectors; 0 where one of them has no direction, or they are of different makes. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let product = 0
  let lengthA = 0
  let lengthB = 0
  for (let place = 0; place < a.length; place++) {
    const x = a[place] ?? 0
    const y = b[place] ?? 0
    product += x * y
    lengthA += x * x
    lengthB += y * y
  }
  const lengths = Math.sqrt(lengthA * lengthB)
  return lengths > 0 ? product / lengths : 0
}
