import { LETTER, NEWLINE, NUMBER } from './char-classes.ts'
import { after, classAt, contractionEnd, numberEnd, runEnd, spaceEnd, symbolsEnd } from './runs.ts'

/**
 * How cl100k_base cuts a text before merging. The published pattern, alternative by alternative:
 * `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 */
export function cl100kPieceEnd(text: string, start: number): number {
  const first = classAt(text, start)
  if (first & LETTER) return runEnd(text, start, LETTER)
  if (first & NUMBER) return numberEnd(text, start)
  const contraction = contractionEnd(text, start)
  if (contraction > start) return contraction
  if ((first & NEWLINE) === 0) {
    const word = after(text, start)
    const end = runEnd(text, word, LETTER)
    if (end > word) return end
  }
  const symbols = symbolsEnd(text, start)
  return symbols > start ? runEnd(text, symbols, NEWLINE) : spaceEnd(text, start)
}
