/** How often each word that matters is in a text, and how many there are in all. */
export type WordCounts = { counts: ReadonlyMap<string, number>; length: number }

/** The texts that are searched: how many, how long on average, and in how many of them a word is. */
export type Corpus = { size: number; meanLength: number; holding(word: string): number }

/** How fast more of a word stops counting, and how much longer texts are held back: the usual values. */
const K1 = 1.2
const B = 0.75

/** `of`: those that matter; else all do. */
export function countWords(words: readonly string[], of?: ReadonlySet<string>): WordCounts {
  const counts = new Map<string, number>()
  for (const word of words) if (of?.has(word) ?? true) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: words.length }
}

/**
 * How well a text fits the words of a query: 0 where it has none of them, and without an upper end. Okapi BM25, after
 * Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the weight of a word
 * that is never below 0.
 */
export function bm25(query: ReadonlySet<string>, { counts, length }: WordCounts, corpus: Corpus): number {
  const longer = 1 - B + (B * length) / (corpus.meanLength || 1)
  let score = 0
  for (const [word, count] of counts) {
    if (query.has(word)) score += (weightOf(word, corpus) * count * (K1 + 1)) / (count + K1 * longer)
  }
  return score
}

/** The rarer, the more it says. */
function weightOf(word: string, { size, holding }: Corpus): number {
  const holders = holding(word)
  return Math.log(1 + (size - holders + 0.5) / (holders + 0.5))
}
