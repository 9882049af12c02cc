import type { Told } from '../ports/recall.ts'
import { wordsOf } from './words.ts'

export type Compared = {
  /** How many different words of the question are in it. */
  shared: number
  told: Told
}

/** `asked`: the words of the question. `text`: of an exchange, as it is embedded. */
export function compare(asked: ReadonlySet<string>, text: string): Compared {
  const words = new Set(wordsOf(text.replace(DATE, '').replace(SPEAKERS, '')))
  const shared = [...asked].filter((word) => words.has(word)).length
  return { shared, told: shared === words.size ? 'nothing' : ASKS.test(text) ? 'a question' : 'something' }
}

/** When it was said and who spoke is no word of the passage. */
const DATE = /^\d{4}-\d{2}-\d{2}\n/
const SPEAKERS = /^(User|Assistant): /gm

/** One question, without an answer: that of the built-in model is not remembered. */
const ASKS = /^(\d{4}-\d{2}-\d{2}\n)?User: [^.!?\n]*\?\s*$/
