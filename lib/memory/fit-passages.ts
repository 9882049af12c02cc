import type { PassageChars } from './context-map.ts'
import { type CutSaid, charsWithin, cutPassage, lengthOf } from './cut-passage.ts'
import { BEHIND_RECALLED, quotedPassages } from './recalled-passages.ts'

/** A passage that was found, its words whole. */
export type FoundPassage = CutSaid & { date: string; title: string }

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
 * parts comes out too low. No passage at all where not even a part of one fits: the text is empty then.
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
    let tried = await fitted([...best.passages, { ...passage, chars: charsWithin(passage, kept) }])
    while (tried.tokens > maxTokens) {
      const share = (maxTokens - best.tokens) / (tried.tokens - best.tokens)
      kept = Math.floor(kept * Math.min(SHORTER, share))
      if (kept < LEAST_CHARS) return best
      tried = await fitted([...best.passages, { ...passage, chars: charsWithin(passage, kept) }])
    }
    if (kept < length) return tried
    best = tried
  }
  return best
}
