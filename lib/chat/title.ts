import { plainTitle, TITLE_MAX } from '../schemas/title-text.ts'

/** In letters as one sees them. */
const MAX = 60

/**
 * A session's first title: the first line of its first message, cut at a word. Never empty for a message that is not.
 */
export function titleFromMessage(text: string): string {
  const line = plainTitle(text.trim().split(/[\r\n]/, 1)[0] ?? '')
  const letters = [...new Intl.Segmenter().segment(line.slice(0, MAX * 20))].map(({ segment }) => segment)
  if (line.length <= TITLE_MAX && letters.length <= MAX) return line
  const cut = withinUnits(letters.slice(0, MAX))
  const space = cut.lastIndexOf(' ')
  return `${(space > MAX / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** Some letters are made up of dozens of units. One is kept free for the ellipsis. */
function withinUnits(letters: readonly string[]): string {
  let text = ''
  for (const letter of letters) {
    if (text.length + letter.length >= TITLE_MAX) return text
    text += letter
  }
  return text
}
