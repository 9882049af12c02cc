/** In UTF-16 units and lines. */
export type Long = { units: number; lines: number }

/** What is shown of a text that is longer; all of it where folding would hide but a little more. */
export function startOf(text: string, { units, lines }: Long): string {
  const start = text.slice(0, units).split('\n').slice(0, lines).join('\n')
  const isLittle =
    text.length - start.length < units / 4 && text.slice(start.length).split('\n').length - 1 <= lines / 4
  return isLittle ? text : start.toWellFormed().trimEnd()
}
