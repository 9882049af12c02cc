import type { PromptMessage } from '../../ports/chat-models.ts'
import { beginningOf } from '../beginning-of.ts'
import { isOwnReply } from './boilerplate.ts'
import { recalledIn } from './recalled.ts'
import { sentencesIn } from './sentences.ts'

/** Where a passage stood, in the words that a reply names it by. */
export type Place =
  | 'your instructions'
  | 'the summary of this conversation'
  | 'this conversation, your message'
  | 'this conversation, an earlier answer'
  | 'this conversation, what a tool gave'
  | `said earlier, ${string}`

export type Passage = { text: string; place: Place }

const PLACES: Record<PromptMessage['role'], Place> = {
  system: 'your instructions',
  user: 'this conversation, your message',
  assistant: 'this conversation, an earlier answer',
  tool: 'this conversation, what a tool gave',
}

/** Longer paragraphs are quoted by the sentence. */
const WHOLE_PARAGRAPH = 240
const SHORT_SENTENCE = 25
const LONGEST = 600

/**
 * What can be quoted of the messages before the newest, in their order. Answers that this model gave itself are left
 * out: they are quotes already, and quoting those again would nest without end.
 */
export function passagesOf(messages: readonly PromptMessage[]): Passage[] {
  return messages
    .filter(({ role, content }) => role !== 'assistant' || !isOwnReply(content))
    .flatMap(({ role, content }) => {
      if (role === 'user') return passagesOfUser(content)
      const summary = role === 'system' ? quotedSummary(content) : null
      const place: Place = summary === null ? PLACES[role] : 'the summary of this conversation'
      return split(summary ?? content).map((text) => ({ text, place }))
    })
}

function passagesOfUser(content: string): Passage[] {
  const { recalled, message } = askedIn(content)
  return [...recalled, ...split(message).map((text) => ({ text, place: PLACES.user }))]
}

/** What a message of the user says itself, and what can be quoted of the passages that were put before it. */
export function askedIn(content: string): { recalled: Passage[]; message: string } {
  const { quotes, message } = recalledIn(content)
  const recalled = quotes
    .filter(({ by, text }) => by === 'User' || !isOwnReply(text))
    .flatMap(({ text, date, title }) => {
      const named = title === null ? '' : `"${title}", `
      return split(text).map((each): Passage => ({ text: each, place: `said earlier, ${named}${date}` }))
    })
  return { recalled, message }
}

/** The words that every summary is sent in begin so, as `lib/memory` has them; a test holds the two equal. */
const SUMMARY_OPENING = 'A summary of the earlier part of this conversation follows.'

/** What a system message quotes that holds a summary; null for any other. The words around it are no passages. */
function quotedSummary(content: string): string | null {
  if (!content.startsWith(SUMMARY_OPENING)) return null
  const quoted = content.split('\n').filter((line) => line.startsWith('> '))
  return quoted.map((line) => line.slice('> '.length)).join('\n')
}

/** Short paragraphs and fenced code whole; longer paragraphs sentence by sentence. */
export function split(text: string): string[] {
  return text
    .split(/(^```[\s\S]*?^```[^\n]*$)|\n\s*\n/m)
    .filter((block) => block !== undefined)
    .flatMap((block) => (block.startsWith('```') ? [clipCode(block)] : splitParagraph(block)))
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '')
}

function splitParagraph(paragraph: string): string[] {
  if (paragraph.length <= WHOLE_PARAGRAPH) return [paragraph]
  const passages: string[] = []
  let short = ''
  for (const sentence of sentencesIn(paragraph)) {
    const joined = short === '' ? sentence : `${short} ${sentence}`
    if (joined.length < SHORT_SENTENCE) {
      short = joined
      continue
    }
    passages.push(clip(joined))
    short = ''
  }
  return short === '' ? passages : [...passages, short]
}

const clip = (text: string): string =>
  text.length <= LONGEST ? text : `${beginningOf(text, LONGEST).trimEnd()} …`

/** Cut at a line, and closed again, so that what follows it is not taken for code. */
function clipCode(block: string): string {
  if (block.length <= LONGEST) return block
  return `${block.slice(0, Math.max(block.lastIndexOf('\n', LONGEST), '```'.length))}\n…\n\`\`\``
}
