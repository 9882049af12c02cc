import type { RecalledExchange } from '../ports/recall.ts'

/**
 * What an embedding model's cosines have to be. Something must fit well by its meaning alone, or less well and share
 * words with the question, or nothing is let in: so small talk recalls nothing. `each`: of each that is let in then.
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

/** `shared`: how many different words of the question are in it. */
export type Judged = { cosine: number | null; shared: number; score: number }

/** The ranked, and by which rule each is let in; null: it is not. `minScore`: asked for in the gate's place. */
export function judge<C extends Judged>(
  ranked: readonly C[],
  gate: Gate,
  minScore: number | null = null,
): (C & Pick<RecalledExchange, 'rule'>)[] {
  const opens = ({ cosine, shared }: Judged) =>
    cosine !== null && (cosine >= gate.alone || (cosine >= gate.withWords && shared >= SHARED))
  const isOpen = minScore === null && ranked.some(opens)
  const worth = WORTH * ranked.reduce((best, { score }) => Math.max(best, score), 0)
  const ruleOf = ({ cosine, shared, score }: Judged): RecalledExchange['rule'] => {
    if (cosine === null) return shared >= SHARED ? 'words' : null
    if (minScore !== null) return cosine >= minScore ? 'similarity' : null
    return isOpen && cosine >= gate.each && score >= worth ? 'gate' : null
  }
  return ranked.map((each) => ({ ...each, rule: ruleOf(each) }))
}
