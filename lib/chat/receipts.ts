import { cutPassage, type RecalledPassage } from '../memory/index.ts'
import type { Receipt } from '../schemas/recall.ts'
import type { KnownPassages } from './recalled-text.ts'

/**
 * Where each passage of an answer is from, why it was let in, and what of it was sent. What was forgotten since has no
 * words any more.
 */
export const receiptsOf = (
  passages: readonly RecalledPassage[],
  { words, receipts }: KnownPassages,
): Receipt[] =>
  passages.map(({ exchangeId, answerId, rank, chars, ...passage }) => {
    const { sessionId, seq, score, cosine, words: shared, rule } = passage
    const { title = null, saidAt = null } = receipts.get(rank) ?? {}
    const user = words.get(exchangeId)?.content ?? null
    const assistant = (answerId && words.get(answerId)?.content) || null
    return {
      ...{ exchangeId, sessionId, seq, rank, score, cosine, words: shared, rule },
      title,
      saidAt: saidAt?.toISOString() ?? null,
      ...(user === null ? { user, assistant } : cutPassage({ user, assistant }, chars)),
    }
  })
