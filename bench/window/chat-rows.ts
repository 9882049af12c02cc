import type { StoredMessage } from '../../lib/memory/types.ts'
import { countTokens } from '../../lib/tokens/index.ts'
import { chatText } from '../chat-text.ts'
import { createRandom } from '../random.ts'

/** A text with its tokens in `o200k_base`. */
type Counted = { text: string; tokens: number }

/**
 * Questions and answers to pick from: pieces of one conversation, some 30 and 220 tokens long. So few that a long
 * conversation says the same thing often: it is counted in moments.
 */
function chatPieces(): { questions: Counted[]; answers: Counted[] } {
  const text = chatText(200_000)
  const { below } = createRandom(3)
  const piece = (size: number): Counted => {
    const from = below(text.length - size)
    // A copy of its own, as a driver gives it: a slice would be a view into the whole conversation.
    const content = Buffer.from(text.slice(from, from + size).trim()).toString()
    return { text: content, tokens: countTokens(content, 'o200k_base') }
  }
  const pieces = (least: number, more: number) =>
    Array.from({ length: 500 }, () => piece(least + below(more)))
  return { questions: pieces(20, 200), answers: pieces(100, 1_500) }
}

/** Questions and answers in turn, ended by a question. */
export function chatRows(length: number): StoredMessage[] {
  const { questions, answers } = chatPieces()
  const { pick } = createRandom(5)
  return Array.from({ length }, (_, seq) => {
    const asks = (length - seq) % 2 === 1
    return {
      id: `message-${seq}`,
      seq,
      role: asks ? 'user' : 'assistant',
      ...pick(asks ? questions : answers),
      pinned: false,
      excluded: false,
      status: 'complete',
    }
  })
}
