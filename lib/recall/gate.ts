import type { RecalledExchange } from '../ports/recall.ts'
import type { Compared } from './compare-passages.ts'

/**
 * What an embedding model's cosines have to be. Something must fit well by its meaning alone, or less well and share
 * words with the question, two or a rare one, or nothing is let in: so small talk recalls nothing. `each`: of each that is let in then.
 * Thresholds do not carry over from one model to another.
 */
export type Gate = { alone: number; withWords: number; each: number }

/**
 * Of the best score, what each has to have that is let in: in a small memory the best few are all there is. A share,
 * and of the score: what tells the answer may be near to the question by the exchange beside it alone.
 */
const WORTH = 0.4

/** By how many different words a passage and a question are no longer alike by chance. */
const SHARED = 2

export type Judged = Compared & { cosine: number | null; score: number }

/**
 * The ranked, and by which rule each is let in; null: it is not. What tells nothing is not, however alike it is, and what
 * only asks comes behind what tells something, lets nothing in, and is not what others are measured by: whoever asks
 * again what nobody remembers the answer to would be told the question. `minScore`: asked for in the gate's place.
 */
export function judge<C extends Judged>(
  ranked: readonly C[],
  gate: Gate,
  minScore: number | null = null,
): (C & Pick<RecalledExchange, 'rule'>)[] {
  const opens = ({ cosine, shared, rare }: Judged) =>
    cosine !== null && (cosine >= gate.alone || (cosine >= gate.withWords && (shared >= SHARED || rare)))
  const telling = ranked.filter(({ told }) => told === 'something')
  const others = ranked.filter(({ told }) => told !== 'something')
  const isOpen = minScore === null && telling.some(opens)
  const worth = WORTH * telling.reduce((best, { score }) => Math.max(best, score), 0)
  const ruleOf = ({ cosine, shared, told, score }: Judged): RecalledExchange['rule'] => {
    if (told === 'nothing') return null
    if (cosine === null) return shared >= SHARED ? 'words' : null
    if (minScore !== null) return cosine >= minScore ? 'similarity' : null
    return isOpen && cosine >= gate.each && score >= worth ? 'gate' : null
  }
  return [...telling, ...others].map((each) => ({ ...each, rule: ruleOf(each) }))
}
