import type { PromptMessage } from '../../lib/ports/chat-models.ts'
import { countTokens } from '../../lib/tokens/index.ts'
import { type Exchange, INSTRUCTIONS } from './said.ts'

export type Prompt = readonly PromptMessage[]

/** What a model is said to charge for a message's format, and for a request's. */
const PER_MESSAGE = 5
const PER_REQUEST = 3

const counted = new Map<string, number>()

function tokensIn(text: string): number {
  const known = counted.get(text)
  if (known !== undefined) return known
  const tokens = countTokens(text, 'o200k_base')
  counted.set(text, tokens)
  return tokens
}

export const tokensOf = (prompt: Prompt): number =>
  prompt.reduce((sum, { content }) => sum + tokensIn(content) + PER_MESSAGE, PER_REQUEST)

/** Of the bytes of a prompt, the share that a provider has seen at its head in the one before. */
export function sharedHead(prompt: Prompt, before: Prompt): number {
  const [bytes, seen] = [bytesOf(prompt), bytesOf(before)]
  let same = 0
  while (same < bytes.length && bytes[same] === seen[same]) same += 1
  return same / bytes.length
}

const bytesOf = (prompt: Prompt): Buffer => Buffer.from(JSON.stringify(prompt))

/** Every turn's prompt when everything is sent. */
export const sendAll = (said: readonly Exchange[]): Prompt[] => said.map((_, turn) => promptOf(said, 0, turn))

/** Every turn's prompt when it is trimmed to the limit, whole exchanges, oldest first, and no further. */
export function oneMark(said: readonly Exchange[], limit: number): Prompt[] {
  let from = 0
  return said.map((_, turn) => {
    while (from < turn && tokensOf(promptOf(said, from, turn)) > limit) from += 1
    return promptOf(said, from, turn)
  })
}

function promptOf(said: readonly Exchange[], from: number, turn: number): Prompt {
  const history = said.slice(from, turn).flatMap(({ question, answer }): PromptMessage[] => [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ])
  return [
    { role: 'system', content: INSTRUCTIONS },
    ...history,
    { role: 'user', content: said[turn]?.question ?? '' },
  ]
}
