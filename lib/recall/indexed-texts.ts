import type { IndexedText } from '../ports/exchange-queue.ts'
import { chunksOf, type Said } from './chunks.ts'
import { wordsOf } from './words.ts'

/** What was said as it is found: by vectors of its texts, and by their words. */
export const indexedTexts = (said: Said): IndexedText[] =>
  chunksOf(said).map((text) => ({ text, terms: wordsOf(text) }))
