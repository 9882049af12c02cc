import { chatText } from '../chat-text.ts'
import { createRandom } from '../random.ts'

export type Exchange = { question: string; answer: string }

export const INSTRUCTIONS =
  'You are a careful assistant. Answer in plain sentences, say what you are not sure of, and keep to what was decided earlier.'

/** In UTF-16 units: some 100 and 300 tokens of this text. */
const QUESTION = 400
const ANSWER = 1_200

/**
 * What is said in a conversation of so many turns, each time the same: from half to one and a half times of the usual
 * length.
 */
export function conversation(turns: number): Exchange[] {
  const { below } = createRandom(11)
  const text = chatText(2 * turns * (QUESTION + ANSWER), 7)
  let place = 0
  const next = (usual: number): string => {
    const from = place
    place += usual / 2 + below(usual)
    return text.slice(from, place).toWellFormed().trim()
  }
  return Array.from({ length: turns }, () => ({ question: next(QUESTION), answer: next(ANSWER) }))
}
