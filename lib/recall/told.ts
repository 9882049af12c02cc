import type { Told } from '../schemas/recall.ts'
import { wordsOf } from './words.ts'

/** `asked`: the words of the question. `text`: of an exchange, as it is embedded. `shared`: the words that both have. */
export function compare(asked: ReadonlySet<string>, text: string): { shared: readonly string[]; told: Told } {
  const words = new Set(wordsOf(text.replace(DATE, '').replace(SPEAKERS, '')))
  const shared = [...asked].filter((word) => words.has(word))
  return {
    shared,
    told: shared.length === words.size ? 'nothing' : ASKS.test(text) ? 'a question' : 'something',
  }
}

/** When it was said and who spoke is no word of the passage. */
const DATE = /^\d{4}-\d{2}-\d{2}\n/
const SPEAKERS = /^(User|Assistant): /gm

/**
 * One question, or one demand to be told something, without an answer: that of the built-in model is not remembered. Who
 * wants to be reminded to do something does tell it.
 */
const ASKS =
  /^(\d{4}-\d{2}-\d{2}\n)?User: ([^.!?\n]*\?|(please )?(tell|remind|show) me (again|all|everything|about|of|what|who|where|when|which|why|how)\b[^.!?\n]*[.!]?)\s*$/i
