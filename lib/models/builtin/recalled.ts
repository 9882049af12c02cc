/** Passages of other conversations as the newest message quotes them, and what stands behind them: the message itself. */
export type WithRecalled = { quotes: RecalledQuote[]; message: string }

/** `by`: who said it. `from`: as the block names it: a title in quotation marks, or that it is a conversation. */
export type RecalledQuote = { text: string; by: 'User' | 'Assistant'; date: string; from: string }

/** The first and the last words around passages, as `lib/memory` has them; a test holds them equal. */
const OPENING = 'Passages from earlier conversations, or from earlier parts of this one, follow.'
const CLOSING = '\n\nThe passages end here. The message that is to be answered follows.\n\n'

const HEADING = /^On (\S+), in (.+):$/
const SPEAKER = /^(User|Assistant):$/

/** Of a message that quotes none, all is the message. No line of a passage can be the last words: all are quoted. */
export function recalledIn(content: string): WithRecalled {
  const end = content.startsWith(OPENING) ? content.indexOf(CLOSING) : -1
  if (end < 0) return { quotes: [], message: content }
  return { quotes: quotesIn(content.slice(0, end)), message: content.slice(end + CLOSING.length) }
}

function quotesIn(block: string): RecalledQuote[] {
  const quotes: RecalledQuote[] = []
  let source = { date: '', from: '' }
  let open: RecalledQuote | null = null
  for (const line of block.split('\n')) {
    if (line.startsWith('> ')) {
      if (open) open.text += `${open.text === '' ? '' : '\n'}${line.slice('> '.length)}`
      continue
    }
    const [, date, from] = HEADING.exec(line) ?? []
    if (date !== undefined && from !== undefined) source = { date, from }
    const [, by] = SPEAKER.exec(line) ?? []
    open = by === 'User' || by === 'Assistant' ? { text: '', by, ...source } : null
    if (open) quotes.push(open)
  }
  return quotes
}
