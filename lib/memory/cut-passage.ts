import type { PassageChars } from './context-map.ts'
import type { QuotedPassage } from './recalled-passages.ts'

/** What was said, and of it the words that it was found by, as they stand in it; left out or null: they are not known. */
export type CutSaid = { user: string; assistant: string | null; foundBy?: string | null }

/** Of a question whose answer is what was found: it tells what that is about. */
const SHARE_OF_QUESTION = 1 / 4

export const lengthOf = ({ user, assistant }: CutSaid): number => user.length + (assistant?.length ?? 0)

/**
 * What of a passage is quoted in so many UTF-16 units; null: all. The question first, then of the answer what is left;
 * but where the words that it was found by stand further down, these, with what is around them.
 */
export function charsWithin(said: CutSaid, most: number): PassageChars | null {
  if (most >= lengthOf(said)) return null
  const { user, assistant, foundBy } = said
  const beginning = {
    user: wordsWithin(user, most),
    assistant: assistant === null ? 0 : wordsWithin(assistant, Math.max(0, most - user.length)),
  }
  if (!foundBy) return beginning
  const inAnswer = assistant?.indexOf(foundBy) ?? -1
  if (assistant !== null && inAnswer >= 0) {
    if (inAnswer === 0 || inAnswer + foundBy.length <= beginning.assistant) return beginning
    const about = wordsWithin(user, Math.floor(most * SHARE_OF_QUESTION))
    const { from, length } = around(assistant, { from: inAnswer, length: foundBy.length }, most - about)
    return { user: about, assistant: length, from: { user: 0, assistant: from } }
  }
  const inQuestion = user.indexOf(foundBy)
  if (inQuestion <= 0 || inQuestion + foundBy.length <= beginning.user) return beginning
  const { from, length } = around(user, { from: inQuestion, length: foundBy.length }, most)
  return { user: length, assistant: 0, from: { user: from, assistant: 0 } }
}

type Part = { from: number; length: number }

/** As much before a part as behind it, or its beginning, where it has more. From the beginning of a word on. */
function around(text: string, part: Part, most: number): Part {
  const before = Math.max(0, Math.floor((most - part.length) / 2))
  const from = wordFrom(text, Math.max(0, Math.min(part.from - before, text.length - most)), part.from)
  return { from, length: wordsWithin(text.slice(from), most) }
}

/** The first place behind a white space, from one place on, and before another. */
function wordFrom(text: string, from: number, before: number): number {
  if (from === 0) return 0
  const space = /\s/g
  space.lastIndex = from - 1
  const place = (space.exec(text)?.index ?? before) + 1
  return Math.min(place, before)
}

/** At the end of a word where one ends not long before, and never through a pair of surrogates. */
function wordsWithin(text: string, most: number): number {
  if (text.length <= most) return text.length
  const [words] = /^.*\S(?=\s)/s.exec(text.slice(0, most + 1)) ?? ['']
  if (words.length > most / 2) return words.length
  return (text.codePointAt(most - 1) ?? 0) > 0xffff ? most - 1 : most
}

/** What is quoted of a passage: what is cut bears a sign of it, and a part of which nothing is left is none. */
export function cutPassage(
  { user, assistant }: CutSaid,
  chars: PassageChars | null,
): Pick<QuotedPassage, 'user' | 'assistant'> {
  if (chars === null) return { user, assistant }
  const { from = { user: 0, assistant: 0 } } = chars
  return {
    user: partOf(user, { from: from.user, length: chars.user }),
    assistant:
      assistant === null ? null : partOf(assistant, { from: from.assistant, length: chars.assistant }),
  }
}

function partOf(text: string, { from, length }: Part): string | null {
  if (length === 0) return null
  const end = from + length
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`
}
