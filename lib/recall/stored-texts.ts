import { setImmediate } from 'node:timers/promises'
import type { Found, TextIndex } from '../memory/index.ts'
import type { TermFigures, TermStore } from '../ports/recall-index.ts'
import { bm25, type Corpus, countWords } from './bm25.ts'
import { wordsOf } from './words.ts'

/** Texts that are weighed for each that is asked for: the store finds them by how rare their words are alone. */
const WEIGHED = 3
/** Texts that are weighed before others get their turn: some 2 ms. */
const SLICE = 100

/** Texts that a store keeps with their terms: it looks up those that share a word with the query, and BM25 ranks them. */
export function storedTexts(terms: TermStore): TextIndex {
  /** Of the newest query: it may be asked again of a few documents. */
  let figured: { query: string; figures: Promise<TermFigures> } | null = null

  function figuresOf(query: string, words: readonly string[], calling: { signal?: AbortSignal }) {
    if (figured?.query === query) return figured.figures
    const asked = { query, figures: terms.figures(words, calling) }
    figured = asked
    asked.figures.catch(() => {
      if (figured === asked) figured = null
    })
    return asked.figures
  }

  return {
    async add(chunks, { signal } = {}) {
      signal?.throwIfAborted()
      figured = null
      await terms.add(chunks.map((chunk) => ({ ...chunk, terms: wordsOf(chunk.text).join(' ') })))
    },

    async search(query, { topK, among, signal }) {
      signal?.throwIfAborted()
      const words = new Set(wordsOf(query))
      if (words.size === 0 || topK < 1) return []
      const calling = signal ? { signal } : {}
      const { size, meanLength, holding } = await figuresOf(query, [...words], calling)
      const wanted = among ? { among } : { holding, limit: WEIGHED * topK }
      const matches = await terms.matching([...words], { ...calling, ...wanted })
      const corpus: Corpus = { size, meanLength, holding: (word) => holding.get(word) ?? 0 }
      const found: Found[] = []
      for (const [place, { chunk, terms: held, length }] of matches.entries()) {
        if (place > 0 && place % SLICE === 0) await setImmediate(undefined, calling)
        const { counts } = countWords(held.split(' '), words)
        found.push({ chunk, score: bm25(words, { counts, length }, corpus) })
      }
      return found.sort((a, b) => b.score - a.score).slice(0, topK)
    },
  }
}
