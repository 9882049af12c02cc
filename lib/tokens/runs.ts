import { classOf, NEWLINE, NUMBER, SPACE, SYMBOL } from './char-classes.ts'

/** Where the piece that begins at `start` ends. `start` is inside the text; the end is always after it. */
export type PieceEnd = (text: string, start: number) => number

/** The class of the character at `at`; 0 past the end. */
export function classAt(text: string, at: number): number {
  const codePoint = text.codePointAt(at)
  return codePoint === undefined ? 0 : classOf(codePoint)
}

/** The position after the character at `at`. */
export function after(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? at + 2 : at + 1
}

/** Where a run of characters that have any bit of `classes` ends; `start` itself when there is none. */
export function runEnd(text: string, start: number, classes: number): number {
  let at = start
  while (at < text.length) {
    const codePoint = text.codePointAt(at) as number
    if ((classOf(codePoint) & classes) === 0) break
    at += codePoint > 0xffff ? 2 : 1
  }
  return at
}

/** `\p{N}{1,3}` */
export function numberEnd(text: string, start: number): number {
  let at = start
  for (let digits = 0; digits < 3 && classAt(text, at) & NUMBER; digits++) at = after(text, at)
  return at
}

/** ` ?[^\s\p{L}\p{N}]+`; `start` when there is none. */
export function symbolsEnd(text: string, start: number): number {
  const first = text[start] === ' ' ? start + 1 : start
  const end = runEnd(text, first, SYMBOL)
  return end === first ? start : end
}

/**
 * `\s*[\r\n]+|\s+(?!\S)|\s+`: up to the last line break of the run; without one all of a run that ends the text, and
 * else all but the last character, which goes with the word that follows.
 */
export function spaceEnd(text: string, start: number): number {
  const end = runEnd(text, start, SPACE)
  for (let at = end - 1; at >= start; at--) if (classAt(text, at) & NEWLINE) return at + 1
  return end === text.length || end === start + 1 ? end : end - 1
}

/** `'(?i:s|t|m|d|re|ve|ll)`, where ſ (U+017F) is an s too; `start` when there is none. */
export function contractionEnd(text: string, start: number): number {
  if (text[start] !== "'") return start
  switch (text[start + 1]) {
    case 's':
    case 'S':
    case '\u017f':
    case 't':
    case 'T':
    case 'm':
    case 'M':
    case 'd':
    case 'D':
      return start + 2
    case 'r':
    case 'R':
    case 'v':
    case 'V':
      return text[start + 2] === 'e' || text[start + 2] === 'E' ? start + 3 : start
    case 'l':
    case 'L':
      return text[start + 2] === 'l' || text[start + 2] === 'L' ? start + 3 : start
    default:
      return start
  }
}
