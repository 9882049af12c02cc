import { setImmediate } from 'node:timers/promises'
import type { IndexedText } from '../ports/exchange-queue.ts'
import { chunksOf, type Said } from './chunks.ts'
import { wordsOf } from './words.ts'

/** Of some thousand characters: a few milliseconds. */
const SLICE = 8

/** What was said as it is found: by vectors of its texts, and by their words. */
export async function indexedTexts(said: Said): Promise<IndexedText[]> {
  const texts: IndexedText[] = []
  for (const text of chunksOf(said)) {
    // A long one takes as long as many short ones, and others want to be heard meanwhile.
    if (texts.length % SLICE === 0) await setImmediate()
    texts.push({ text, terms: wordsOf(text) })
  }
  return texts
}
