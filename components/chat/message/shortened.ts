/** In UTF-16 units and lines. */
export type Long = { units: number; lines: number }

/** The beginning of a text that is longer, with a mark behind it; all of one of which folding would hide but a little. */
export function shortened(text: string, { units, lines }: Long): string {
  const start = text.slice(0, units).split('\n').slice(0, lines).join('\n')
  const hidden = text.slice(start.length)
  if (hidden.length < units / 4 && hidden.split('\n').length - 1 <= lines / 4) return text
  const shown = start.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
  // Beside the last word of a whole line it would say that the word goes on.
  return shown !== '' && /^\s*\n/.test(text.slice(shown.length, units + 1)) ? `${shown}\n…` : `${shown}…`
}
