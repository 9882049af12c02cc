/** Letters that a piece holds at least, on average, where a word is not one piece as a whole; and in long words. */
const LETTERS_PER_PIECE = 3
const LONG = 12
const LETTERS_PER_PIECE_OF_LONG = 2.5

/**
 * How many pieces the local embedding model makes of a text, rather too many than too few: it cuts at 256 of them
 * without a word. What is not of the letters a to z comes apart into single characters at worst. Only what nobody writes
 * by hand, such as Base64, may be more. Where it is more than `most`, how much more is not counted.
 */
export function wordpieces(text: string, most = Number.POSITIVE_INFINITY): number {
  let pieces = 0
  for (const [{ length }] of text.matchAll(/[a-z]+|[^\sa-z]/gi)) {
    pieces += Math.ceil(length / (length > LONG ? LETTERS_PER_PIECE_OF_LONG : LETTERS_PER_PIECE))
    if (pieces > most) break
  }
  return pieces
}
