import type { Passage } from './passages.ts'
import { termsOf } from './words.ts'

/** Okapi BM25 with its usual constants. */
const K1 = 1.2
const B = 0.75

/** Between equals, what the user said stands before what they were told. */
const ANSWER_WEIGHT = 0.8

const MOST = 3
/** Of the best passage's score; what is below it is not worth a quote. */
const WORTH = 0.45

/** The passages that match the question best, best first, at most three; none where no word of weight is shared. */
export function bestPassages(question: string, passages: readonly Passage[]): Passage[] {
  const asked = new Set(termsOf(question))
  const same = normalize(question)
  const candidates = passages
    .filter(({ text }) => normalize(text) !== same)
    .map((passage) => ({ passage, ...countAsked(termsOf(passage.text), asked) }))
  const averageLength = candidates.reduce((sum, { length }) => sum + length, 0) / candidates.length
  const weights = rarities(candidates)

  const scored = candidates
    .map(({ passage, counts, length }, index) => ({
      passage,
      index,
      score: weightOf(passage.place) * bm25(counts, weights, length / averageLength),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.index - a.index)
  // A question met again is seldom its own answer.
  const statements = scored.filter(({ passage }) => !isQuestion(passage.text))
  const ranked = statements.length > 0 ? statements : scored
  const worth = (ranked[0]?.score ?? 0) * WORTH
  const texts = new Set<string>()
  const best: Passage[] = []
  for (const { passage, score } of ranked) {
    const text = normalize(passage.text)
    if (score < worth || best.length === MOST) break
    if (texts.has(text)) continue
    texts.add(text)
    best.push(passage)
  }
  return best
}

const normalize = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

type Counted = { counts: ReadonlyMap<string, number>; length: number }

/** How often the terms that were asked for stand in a text of `length` terms. */
function countAsked(terms: readonly string[], asked: ReadonlySet<string>): Counted {
  const counts = new Map<string, number>()
  for (const term of terms) if (asked.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { counts, length: terms.length }
}

function rarities(candidates: readonly Counted[]): Map<string, number> {
  const holding = new Map<string, number>()
  for (const { counts } of candidates) {
    for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1)
  }
  const all = candidates.length
  return new Map([...holding].map(([term, some]) => [term, Math.log(1 + (all - some + 0.5) / (some + 0.5))]))
}

function bm25(
  counts: ReadonlyMap<string, number>,
  weights: ReadonlyMap<string, number>,
  relativeLength: number,
): number {
  const damping = K1 * (1 - B + B * relativeLength)
  let score = 0
  for (const [term, count] of counts) {
    score += ((weights.get(term) ?? 0) * count * (K1 + 1)) / (count + damping)
  }
  return score
}

const weightOf = (place: Passage['place']): number =>
  place === 'this conversation, an earlier answer' ? ANSWER_WEIGHT : 1

export const isQuestion = (text: string): boolean => /[?？]["'”’)]*\s*$/.test(text)
