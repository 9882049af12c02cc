import type { TurnContext } from '../ports/turn-store.ts'
import { insertRows, type Target } from './insert-rows.ts'
import { idsIn } from './recall/visible-exchanges.ts'
import { toJson } from './to-json.ts'

/** The decision behind an answer, and whose answer it is. */
export type AnswerContext = {
  owner: string
  sessionId: string
  messageId: string
  context: TurnContext
  now: Date
}

/**
 * Stores the decisions behind answers, the texts that they name and the receipts for what was recalled, where they are not
 * stored yet. The texts are held,
 * so that no purge takes one before its use is written, in the order of their hashes, so that no two transactions wait
 * for each other.
 */
export async function storeContexts(to: Target, answers: readonly AnswerContext[]): Promise<void> {
  const maps = answers.map(({ owner, sessionId, messageId, context, now }) => ({
    messageId,
    owner,
    sessionId,
    map: toJson(context.map),
    createdAt: now,
  }))
  await insertRows(to, 'ContextMap', maps, { held: { key: ['messageId'], touched: 'sessionId' } })

  const texts = new Map(answers.flatMap(({ context }) => context.texts.map((each) => [each.hash, each.text])))
  const hashes = [...texts].map(([hash, text]) => ({ hash, text })).sort((a, b) => (a.hash < b.hash ? -1 : 1))
  await insertRows(to, 'PromptText', hashes, { held: { key: ['hash'], touched: 'text' } })
  const uses = answers.flatMap(({ messageId, context }) =>
    [...new Set(context.texts.map(({ hash }) => hash))].map((hash) => ({ messageId, hash })),
  )
  await insertRows(to, 'PromptUse', uses, { held: { key: ['messageId', 'hash'], touched: 'hash' } })

  const receipts = answers.flatMap(({ owner, messageId, context }) =>
    context.receipts.map(({ rank, exchangeId, sessionId, title }) => ({
      messageId,
      rank,
      owner,
      exchangeId,
      sessionId,
      title,
    })),
  )
  // Not the title: one that was forgotten meanwhile must not come again.
  await insertRows(to, 'Receipt', receipts, { held: { key: ['messageId', 'rank'], touched: 'owner' } })
  await forgetTitles(to, receipts)
  await countRecalled(to, answers)
}

/** Of what was purged between the search and now: that purge has gone by, and found no receipt. */
async function forgetTitles(
  { tx, dialect }: Target,
  receipts: readonly { messageId: string }[],
): Promise<void> {
  if (receipts.length === 0) return
  const ids = [...new Set(receipts.map(({ messageId }) => messageId))]
  await tx.$executeRaw`
    UPDATE "Receipt" SET title = NULL
    WHERE "messageId" IN ${idsIn(dialect, ids)} AND title IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM "Message" m WHERE m.id = "Receipt"."exchangeId")`
}

/** Of how many conversations what was recalled for an answer is. */
export const recalledFrom = ({ receipts }: TurnContext): number =>
  new Set(receipts.map(({ sessionId }) => sessionId)).size

/** On the answers' rows, where whoever shows them need not look for receipts. */
async function countRecalled({ tx }: Target, answers: readonly AnswerContext[]): Promise<void> {
  for (const [count, these] of Map.groupBy(answers, ({ context }) => recalledFrom(context))) {
    if (count === 0) continue
    const ids = these.map(({ messageId }) => messageId)
    await tx.message.updateMany({ where: { id: { in: ids } }, data: { recalledFrom: count } })
  }
}
