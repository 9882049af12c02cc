import type { PromptMessage } from '../../ports/chat-models.ts'
import { isOwnReply } from './boilerplate.ts'
import { split } from './passages.ts'
import { isQuestion } from './rank.ts'
import { sentencesIn } from './sentences.ts'
import { termsOf } from './words.ts'

/** Of the messages; what an earlier summary said has room beside it. */
const SHARE = 1 / 4
/** In UTF-8 bytes, of which a token of most languages takes three to five: some 300 tokens. */
const MOST = 1_200
/** In UTF-8 bytes: of a word that it is given room for, which is four thirds of a token where there are many numbers. */
const WORD_BYTES = 4
/** So much of the most is left for what is new. */
const NEW_SHARE = 1 / 4
/** In bytes, for sentences that hold facts, of however few messages they are a quarter. */
const FACTS_ROOM = 400
/** A few words always have room. */
const LEAST = 40

type Sentence = { text: string; place: number; facts: number; score: number; earlier: boolean }

/**
 * A summary of what the newest message quotes, made of its sentences: those of an earlier summary and those with names,
 * numbers and dates first, what was told first before what was told later. No longer than what is quoted, nor than it
 * was given room for; empty where that is.
 */
export function summaryFor(messages: readonly PromptMessage[]): string {
  const largest = Math.min(MOST, WORD_BYTES * wordsFor(messages))
  const sentences = sentencesOf(blocksOf(messages.at(-1)?.content ?? ''))
  const ranked = sentences.toSorted((a, b) => b.score - a.score || a.place - b.place)
  const told = ranked.filter(({ earlier }) => !earlier)
  // By age alone: whatever has been kept so far is not outdone by what is told later.
  const earlier = sentences
    .filter(({ earlier }) => earlier)
    .toSorted((a, b) => Number(b.facts >= 1) - Number(a.facts >= 1))
  const chosen = fill(earlier, largest * (1 - NEW_SHARE))
  const share = SHARE * sizeOf(told)
  const most = largest - sizeOf(chosen)
  const facts = told.filter(({ facts }) => facts >= 1)
  chosen.push(...fill(facts, Math.min(most, Math.max(share, FACTS_ROOM))))
  const rest = told.filter((sentence) => !chosen.includes(sentence))
  const used = sizeOf(chosen.filter(({ earlier }) => !earlier))
  chosen.push(...fill(rest, Math.min(most, share) - used))
  const [best] = ranked
  if (chosen.length === 0 && best) return clip(best.text, Math.min(largest, Math.max(share, LEAST)))
  return chosen
    .toSorted((a, b) => a.place - b.place)
    .map(({ text }) => text)
    .join('\n')
}

/** As `lib/chat` says it, where there is little room; a test holds the two equal. */
function wordsFor(messages: readonly PromptMessage[]): number {
  const instructions = messages.find(({ role }) => role === 'system')?.content ?? ''
  const [, words] = /no more than about (\d+) words/.exec(instructions) ?? []
  return words === undefined ? Infinity : Number(words)
}

/** As `lib/memory` writes it above the quote; a test holds the two equal. */
const EARLIER = 'Earlier summary:'
const ANSWER = 'Assistant:'

type Block = { title: string; text: string }

/** The runs of lines behind `> `, each with the line above it; all as one where there are none. */
function blocksOf(prompt: string): Block[] {
  const blocks: Block[] = []
  let title = ''
  let open: string[] | null = null
  for (const line of [...prompt.split('\n'), '']) {
    if (line.startsWith('> ')) {
      open ??= []
      open.push(line.slice('> '.length))
    } else {
      if (open) blocks.push({ title, text: open.join('\n') })
      open = null
      title = line
    }
  }
  return blocks.length > 0 ? blocks : [{ title: '', text: prompt }]
}

function sentencesOf(blocks: readonly Block[]): Sentence[] {
  const known = new Set<string>()
  const sentences = blocks
    .filter(({ title, text }) => title !== ANSWER || !isOwnReply(text))
    .flatMap(({ title, text }) =>
      split(text)
        .filter((passage) => !passage.startsWith('```'))
        .flatMap(sentencesIn)
        .map((sentence) => ({ title, text: sentence.trim() })),
    )
    .filter(({ text }) => {
      const isNew = text !== '' && !known.has(text)
      known.add(text)
      return isNew
    })
  return sentences.map(({ title, text }, place) => {
    const facts = factsIn(text)
    const score = facts + (title === ANSWER ? 0 : 1) - (isQuestion(text) ? 2 : 0)
    return { text, place, facts, score, earlier: title === EARLIER }
  })
}

const MOST_FACTS = 3

/**
 * Words with a digit, and those that begin with a capital and are not too common to be names; at the start of the
 * sentence such a one may be none.
 */
function factsIn(sentence: string): number {
  const words = sentence.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const facts = words.reduce((sum, word, place) => {
    if (/\p{N}/u.test(word)) return sum + 1
    const isName = /^\p{Lu}/u.test(word) && termsOf(word).length > 0
    return isName ? sum + (place === 0 ? 0.5 : 1) : sum
  }, 0)
  return Math.min(MOST_FACTS, facts)
}

/** As many as have room, the first ones first; a smaller one may pass a larger one. */
function fill(sentences: readonly Sentence[], room: number): Sentence[] {
  let left = room
  return sentences.filter(({ text }) => {
    const size = bytesOf(text)
    if (size > left) return false
    left -= size
    return true
  })
}

const sizeOf = (sentences: readonly Sentence[]) => sentences.reduce((sum, { text }) => sum + bytesOf(text), 0)

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length + 1

/** At a word where there is one, and never through a character. */
function clip(text: string, bytes: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes))
  const cut = text.slice(0, read)
  if (cut.length === text.length) return text
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}
