import type { Passage } from './passages.ts'
import { termsOf } from './words.ts'

/** Okapi BM25 with its usual constants. */
const K1 = 1.2
const B = 0.75

/** A question met again is seldom its own answer. */
const QUESTION_WEIGHT = 0.3
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
    .map((passage) => ({ passage, terms: termsOf(passage.text) }))
  const averageLength = candidates.reduce((sum, { terms }) => sum + terms.length, 0) / candidates.length
  const weights = new Map([...asked].map((term) => [term, rarity(term, candidates)]))

  const scored = candidates
    .map(({ passage, terms }, index) => ({
      passage,
      index,
      score: weightOf(passage) * bm25(terms, weights, averageLength),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.index - a.index)
  const worth = (scored[0]?.score ?? 0) * WORTH
  const texts = new Set<string>()
  const best: Passage[] = []
  for (const { passage, score } of scored) {
    const text = normalize(passage.text)
    if (score < worth || best.length === MOST) break
    if (texts.has(text)) continue
    texts.add(text)
    best.push(passage)
  }
  return best
}

const normalize = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

function rarity(term: string, candidates: readonly { terms: string[] }[]): number {
  const holding = candidates.filter(({ terms }) => terms.includes(term)).length
  return Math.log(1 + (candidates.length - holding + 0.5) / (holding + 0.5))
}

function bm25(terms: readonly string[], weights: ReadonlyMap<string, number>, averageLength: number): number {
  const counts = new Map<string, number>()
  for (const term of terms) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const damping = K1 * (1 - B + (B * terms.length) / averageLength)
  let score = 0
  for (const [term, count] of counts) {
    score += ((weights.get(term) ?? 0) * count * (K1 + 1)) / (count + damping)
  }
  return score
}

function weightOf({ text, place }: Passage): number {
  const question = /[?？]\s*$/.test(text) ? QUESTION_WEIGHT : 1
  return place === 'this conversation, an earlier answer' ? question * ANSWER_WEIGHT : question
}
