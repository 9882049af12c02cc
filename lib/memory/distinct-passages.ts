import type { FoundPassage } from './fit-passages.ts'

/** Of the words of both together, so many in common make two passages one. */
const SAME_SHARE = 0.9

/**
 * Of the ranked passages, the best of those that say the same: in the same words but for case, punctuation and white
 * space, or in nearly the same words, whatever their order.
 */
export function distinctPassages<Passage extends Pick<FoundPassage, 'user' | 'assistant'>>(
  ranked: readonly Passage[],
): Passage[] {
  const distinct: { passage: Passage; words: ReadonlySet<string> }[] = []
  for (const passage of ranked) {
    const words = wordsOf(`${passage.user}\n${passage.assistant ?? ''}`)
    if (!distinct.some((other) => isSame(other.words, words))) distinct.push({ passage, words })
  }
  return distinct.map(({ passage }) => passage)
}

/** Of a text without any word, all but the white space is one. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return new Set(words ?? [text.replace(/\s+/g, '')])
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = one.intersection(other).size
  return shared >= SAME_SHARE * (one.size + other.size - shared)
}
