const MAX = 60

/** A session's first title: the first line of its first message, cut at a word. Never empty for a message that is not. */
export function titleFromMessage(text: string): string {
  const line =
    text
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.replace(/\s+/g, ' ')
      .trim() ?? ''
  const letters = [...new Intl.Segmenter().segment(line.slice(0, MAX * 20))].map(({ segment }) => segment)
  if (letters.length <= MAX) return letters.join('')
  const cut = letters.slice(0, MAX).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > MAX / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
