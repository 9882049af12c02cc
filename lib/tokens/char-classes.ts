/**
 * What the split rules ask of a character, one bit each. A mark (`\p{M}`) is a symbol to one rule and part of a
 * word to another, so a character may carry several bits; every character carries at least one.
 */
export const LETTER = 1
export const NUMBER = 2
export const SPACE = 4
export const NEWLINE = 8
/** May stand in the first, capital part of an o200k word: all letters but small ones, and marks. */
export const HEAD = 16
/** May stand in the second, small part of an o200k word: all letters but capitals, and marks. */
export const TAIL = 32
export const SYMBOL = 64

/** Unicode's White_Space. JavaScript's `\s` has U+FEFF instead of U+0085, which would split differently. */
const WHITE_SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u

const RULES: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [LETTER, /\p{L}/u],
  [NUMBER, /\p{N}/u],
  [SPACE, WHITE_SPACE],
  [NEWLINE, /[\r\n]/u],
  [HEAD, /[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]/u],
  [TAIL, /[\p{Ll}\p{Lm}\p{Lo}\p{M}]/u],
]

const known = new Uint8Array(0x110000)

/** The bits of a code point, worked out when it is first met: most texts use a few hundred of them. */
export function classOf(codePoint: number): number {
  return known[codePoint] || classify(codePoint)
}

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  let bits = 0
  for (const [bit, pattern] of RULES) if (pattern.test(character)) bits |= bit
  if ((bits & (LETTER | NUMBER | SPACE)) === 0) bits |= SYMBOL
  known[codePoint] = bits
  return bits
}
