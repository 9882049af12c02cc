import type { PromptMessage } from '../../ports/chat-models.ts'
import { split } from './passages.ts'
import { termsOf } from './words.ts'

/** In letters as one sees them. */
const LONGEST = 50

/**
 * A title out of what the newest message quotes: of the first quote the first sentence that tells something, so that
 * a greeting names nothing. Empty where none does.
 */
export function titleFor(messages: readonly PromptMessage[]): string {
  const sentences = split(firstQuote(messages.at(-1)?.content ?? ''))
    .filter((passage) => !passage.startsWith('```'))
    .flatMap((passage) => passage.split(/(?<=[.!?…])\s+|(?<=[。！？])|\n/))
  const telling = (words: number) => sentences.find((text) => new Set(termsOf(text)).size >= words)
  return shorten((telling(2) ?? telling(1) ?? '').replace(/^[#>*\-\s]+|[.!:;,。！\s]+$/g, ''))
}

/** The lines behind the first run of `> `. */
function firstQuote(prompt: string): string {
  const lines = prompt.split('\n')
  const start = lines.findIndex(isQuoted)
  if (start < 0) return ''
  const end = lines.findIndex((line, index) => index > start && !isQuoted(line))
  return lines
    .slice(start, end < 0 ? lines.length : end)
    .map((line) => line.slice('> '.length))
    .join('\n')
}

const isQuoted = (line: string) => line.startsWith('> ')

/** At a word, where there is one. */
function shorten(text: string): string {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  if (letters.length <= LONGEST) return text
  const cut = letters.slice(0, LONGEST).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > 0 ? cut.slice(0, space) : cut}…`
}
