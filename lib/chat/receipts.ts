import type { RecalledPassage, Words } from '../memory/index.ts'
import type { ReceiptView } from '../ports/context-maps.ts'
import type { Receipt } from '../schemas/recall.ts'

type Known = {
  /** By the id of a message. */
  words: ReadonlyMap<string, Words>
  /** By the rank of a passage. */
  receipts: ReadonlyMap<number, ReceiptView>
}

/** Where each passage of an answer is from, and why it was let in. What was forgotten since has no words any more. */
export const receiptsOf = (passages: readonly RecalledPassage[], { words, receipts }: Known): Receipt[] =>
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
