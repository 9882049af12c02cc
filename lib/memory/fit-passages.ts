import type { PassageChars } from './context-map.ts'
import { BEHIND_RECALLED, type QuotedPassage, quotedPassages } from './recalled-passages.ts'

/** A passage that was found, its words whole. */
export type FoundPassage = { date: string; title: string; user: string; assistant: string | null }

/** `tokens`: of the text and what stands between it and the message behind it. */
export type FittedPassages<Passage> = {
  passages: (Passage & { chars: PassageChars | null })[]
  text: string
  tokens: number
}

type Fit = {
  wrapper: string
  maxTokens: number
  /** Of a text, in the encoding of the plan. */
  count(text: string): Promise<number>
}

/** Fewer characters of a passage tell nothing. */
const LEAST_CHARS = 80
/** So many a token has in no text worth quoting: what is longer is cut before it is counted. */
const MOST_CHARS = 16
/** Each try to cut a passage is shorter by a tenth at least. */
const SHORTER = 0.9

/**
 * The best of the ranked passages that the tokens hold with the words around them: each whole while there is room, the
 * first one that has none cut, the rest left out. Counts each text that could be sent as a whole, so that no sum of
 * parts comes out too low. No passage at all where not even the beginning of one fits: the text is empty then.
 */
export async function fitPassages<Passage extends FoundPassage>(
  ranked: readonly Passage[],
  { wrapper, maxTokens, count }: Fit,
): Promise<FittedPassages<Passage>> {
  const fitted = async (passages: FittedPassages<Passage>['passages']) => {
    const text = quotedPassages(
      wrapper,
      passages.map((passage) => ({ ...passage, ...cutPassage(passage, passage.chars) })),
    )
    return { passages, text, tokens: await count(text + BEHIND_RECALLED) }
  }
  let best: FittedPassages<Passage> = { passages: [], text: '', tokens: 0 }
  for (const passage of ranked) {
    const length = lengthOf(passage)
    let kept = Math.min(length, MOST_CHARS * maxTokens)
    let tried = await fitted([...best.passages, { ...passage, chars: charsOf(passage, kept) }])
    while (tried.tokens > maxTokens) {
      const share = (maxTokens - best.tokens) / (tried.tokens - best.tokens)
      kept = Math.floor(kept * Math.min(SHORTER, share))
      if (kept < LEAST_CHARS) return best
      tried = await fitted([...best.passages, { ...passage, chars: charsOf(passage, kept) }])
    }
    if (kept < length) return tried
    best = tried
  }
  return best
}

type Said = Pick<FoundPassage, 'user' | 'assistant'>

const lengthOf = ({ user, assistant }: Said): number => user.length + (assistant?.length ?? 0)

/** The question first, then of the answer what is left; null: all. */
function charsOf(said: Said, most: number): PassageChars | null {
  if (most >= lengthOf(said)) return null
  const { user, assistant } = said
  const left = Math.max(0, most - user.length)
  return {
    user: wordsWithin(user, most),
    assistant: assistant === null ? 0 : wordsWithin(assistant, left),
  }
}

/** At the end of a word where one ends not long before, and never through a pair of surrogates. */
function wordsWithin(text: string, most: number): number {
  if (text.length <= most) return text.length
  const [words] = /^.*\S(?=\s)/s.exec(text.slice(0, most + 1)) ?? ['']
  if (words.length > most / 2) return words.length
  return (text.codePointAt(most - 1) ?? 0) > 0xffff ? most - 1 : most
}

/** What is quoted of a passage: what is cut ends in a sign of it, and a part of which nothing is left is none. */
export function cutPassage(
  { user, assistant }: Said,
  chars: PassageChars | null,
): Pick<QuotedPassage, 'user' | 'assistant'> {
  if (chars === null) return { user, assistant }
  return {
    user: beginningOf(user, chars.user),
    assistant: assistant === null ? null : beginningOf(assistant, chars.assistant),
  }
}

function beginningOf(text: string, chars: number): string | null {
  if (chars === 0) return null
  return chars < text.length ? `${text.slice(0, chars)} …` : text
}
