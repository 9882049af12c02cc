/** Passages of what was said before as the newest message quotes them, and what stands behind them: the message itself. */
export type WithRecalled = { quotes: RecalledQuote[]; message: string }

/** `by`: who said it. `title`: of the conversation that it is from; null: it has none. */
export type RecalledQuote = { text: string; by: 'User' | 'Assistant'; date: string; title: string | null }

/** The first and the last words around passages, as `lib/memory` has them; a test holds them equal. */
const OPENING = 'Passages from earlier conversations, or from earlier parts of this one, follow.'
const CLOSING = '\n\nThe passages end here. The message that is to be answered follows.\n\n'

const HEADING = /^On (\S+), in (?:the|a) conversation:$/
const SPEAKER = /^(User|Assistant):$/

/** Of a message that quotes none, all is the message. No line of a passage can be the last words: all are quoted. */
export function recalledIn(content: string): WithRecalled {
  const end = content.startsWith(OPENING) ? content.indexOf(CLOSING) : -1
  if (end < 0) return { quotes: [], message: content }
  return { quotes: quotesIn(content.slice(0, end)), message: content.slice(end + CLOSING.length) }
}

function quotesIn(block: string): RecalledQuote[] {
  const quotes: RecalledQuote[] = []
  let source: Pick<RecalledQuote, 'date' | 'title'> = { date: '', title: null }
  let open: RecalledQuote | null = null
  for (const line of block.split('\n')) {
    if (line.startsWith('> ')) {
      const quoted = line.slice('> '.length)
      // Right behind a heading stands the title.
      if (open) open.text += `${open.text === '' ? '' : '\n'}${quoted}`
      else source = { ...source, title: quoted }
      continue
    }
    const [, date] = HEADING.exec(line) ?? []
    if (date !== undefined) source = { date, title: null }
    const [, by] = SPEAKER.exec(line) ?? []
    open = by === 'User' || by === 'Assistant' ? { text: '', by, ...source } : null
    if (open) quotes.push(open)
  }
  return quotes
}
