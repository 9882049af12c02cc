import type { RecalledPassage } from '../memory/index.ts'
import type { Receipt } from '../schemas/recall.ts'
import type { KnownPassages } from './recalled-text.ts'

/** Where each passage of an answer is from, and why it was let in. What was forgotten since has no words any more. */
export const receiptsOf = (
  passages: readonly RecalledPassage[],
  { words, receipts }: KnownPassages,
): Receipt[] =>
  passages.map(({ exchangeId, answerId, rank, ...passage }) => {
    const { sessionId, seq, score, cosine, words: shared, rule } = passage
    const { title = null, saidAt = null } = receipts.get(rank) ?? {}
    return {
      ...{ exchangeId, sessionId, seq, rank, score, cosine, words: shared, rule },
      title,
      saidAt: saidAt?.toISOString() ?? null,
      user: words.get(exchangeId)?.content ?? null,
      assistant: (answerId && words.get(answerId)?.content) || null,
    }
  })
