import { HEAD, LETTER, NEWLINE, NUMBER, TAIL } from './char-classes.ts'
import { after, classAt, contractionEnd, numberEnd, runEnd, spaceEnd, symbolsEnd } from './runs.ts'

/**
 * How o200k_base cuts a text before merging. The published pattern is cl100k's but for three things: a word also ends
 * where a small letter meets a capital, marks belong to words, and a contraction stays with its word; symbols take
 * slashes along.
 */
export function o200kPieceEnd(text: string, start: number): number {
  const first = classAt(text, start)
  if (first & NUMBER) return numberEnd(text, start)
  const word = wordEnd(text, start, first)
  if (word > start) return contractionEnd(text, word)
  const symbols = symbolsEnd(text, start)
  return symbols > start ? slashesEnd(text, symbols) : spaceEnd(text, start)
}

/**
 * `[^\r\n\p{L}\p{N}]?[HEAD]*[TAIL]+|[^\r\n\p{L}\p{N}]?[HEAD]+[TAIL]*`; `start` when there is none. The first character may be
 * the prefix and, when it is a mark, also the word itself: the pattern tries it in that order.
 */
function wordEnd(text: string, start: number, first: number): number {
  const mayPrefix = (first & (LETTER | NEWLINE)) === 0
  const inner = mayPrefix ? after(text, start) : start
  const headEnd = runEnd(text, inner, HEAD)
  const end = smallEnd(text, inner, headEnd)
  if (end > inner) return end
  if (mayPrefix && first & HEAD) return smallEnd(text, start, headEnd)
  return headEnd > inner ? headEnd : start
}

/** The end of `[HEAD]*[TAIL]+`, where `[HEAD]*` could reach to `headEnd`; `start` when no TAIL is to be had. */
function smallEnd(text: string, start: number, headEnd: number): number {
  const end = runEnd(text, headEnd, TAIL)
  if (end > headEnd) return end
  let at = headEnd
  while (at > start && (classBefore(text, at) & TAIL) === 0) at = before(text, at)
  return at
}

function before(text: string, at: number): number {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff ? at - 2 : at - 1
}

function classBefore(text: string, at: number): number {
  return classAt(text, before(text, at))
}

/** `[\r\n/]*` */
function slashesEnd(text: string, start: number): number {
  let at = start
  while (text[at] === '/' || text[at] === '\n' || text[at] === '\r') at++
  return at
}
