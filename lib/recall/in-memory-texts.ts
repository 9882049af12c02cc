import type { Chunk, TextIndex } from '../memory/index.ts'
import { bm25, type Corpus, countWords, type WordCounts } from './bm25.ts'
import { wordsOf } from './words.ts'

type Indexed = { chunk: Chunk; words: WordCounts }

/** Keeps texts while the process lives, and scores by BM25 those that share a word with the query. */
export function inMemoryTexts(): TextIndex {
  const chunks = new Map<string, Indexed>()
  /** Of each word, the keys of those that hold it. */
  const holders = new Map<string, Set<string>>()
  let length = 0

  function remove(key: string): void {
    const indexed = chunks.get(key)
    if (!indexed) return
    chunks.delete(key)
    length -= indexed.words.length
    for (const word of indexed.words.counts.keys()) {
      const holding = holders.get(word)
      holding?.delete(key)
      if (holding?.size === 0) holders.delete(word)
    }
  }

  function insert(key: string, chunk: Chunk): void {
    const words = countWords(wordsOf(chunk.text))
    chunks.set(key, { chunk, words })
    length += words.length
    for (const word of words.counts.keys()) {
      const holding = holders.get(word) ?? new Set()
      holders.set(word, holding.add(key))
    }
  }

  return {
    async add(added, { signal } = {}) {
      signal?.throwIfAborted()
      for (const { text, documentId, chunkIndex } of added) {
        const key = JSON.stringify([documentId, chunkIndex])
        remove(key)
        insert(key, { text, documentId, chunkIndex })
      }
    },

    async search(query, { topK, among, signal }) {
      signal?.throwIfAborted()
      const words = new Set(wordsOf(query))
      const corpus: Corpus = {
        size: chunks.size,
        meanLength: length / Math.max(1, chunks.size),
        holding: (word) => holders.get(word)?.size ?? 0,
      }
      return [...new Set([...words].flatMap((word) => [...(holders.get(word) ?? [])]))]
        .flatMap((key) => chunks.get(key) ?? [])
        .filter(({ chunk }) => among === undefined || among.includes(chunk.documentId))
        .map(({ chunk, words: counted }) => ({ chunk, score: bm25(words, counted, corpus) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, topK)
    },
  }
}
