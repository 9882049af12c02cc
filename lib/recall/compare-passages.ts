import type { Told } from '../schemas/recall.ts'
import { compare } from './told.ts'
import { wordsOf } from './words.ts'

/** `text`: of its chunk that fits best, where it has one; `answerId`: null where its answer is not remembered. */
type Ranked = { text: string | undefined; answerId: string | null }

/** A ranked passage beside the question, word by word. */
export type Compared = {
  /** How many different words of the question are in it. */
  shared: number
  /** Whether one of them is in hardly any other. */
  rare: boolean
  told: Told
}

/** Of the best the words are compared with the question's, until so many tell something. */
const TELLING = 30

/** In so few of these a word is rare: who uses it means what one of them tells of. */
const FEW = 3

/** The ranked, the best first, with what each adds to the question. */
export function comparePassages<R extends Ranked>(ranked: readonly R[], question: string): (R & Compared)[] {
  const asked = new Set(wordsOf(question))
  const holders = new Map<string, number>()
  let telling = 0
  const compared = ranked.map(({ text, answerId }) => {
    const { shared, told } = telling < TELLING && text !== undefined ? compare(asked, text) : NOT_COMPARED
    // Of one that was answered the best chunk may be its question alone.
    if (answerId === null && told !== 'something') return { shared, told }
    telling += 1
    for (const word of shared) holders.set(word, (holders.get(word) ?? 0) + 1)
    return { shared, told: 'something' as const }
  })
  const isRare = (word: string) => (holders.get(word) ?? 0) <= FEW
  return ranked.map((each, rank) => {
    const { shared, told } = compared[rank] ?? NOT_COMPARED
    return { ...each, shared: shared.length, rare: shared.some(isRare), told }
  })
}

const NOT_COMPARED = { shared: [], told: 'something' } as const
