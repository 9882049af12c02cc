import type { Writer } from './client.ts'
import type { Apart } from './purge-payload.ts'

/**
 * Takes answers out of what can be recalled of their questions, where these stay: it waits to be indexed anew, and until
 * then nothing of it is found. Says what it took.
 */
export async function leaveExchanges(tx: Writer, answerIds: { in: string[] }): Promise<Apart['answers']> {
  const taken = { answerId: answerIds, id: { notIn: answerIds.in } }
  const rows = await tx.exchange.findMany({ where: taken, select: { id: true, answerId: true } })
  await indexAnew(
    tx,
    rows.map(({ id }) => id),
    { answerId: null },
  )
  return rows.flatMap(({ id, answerId }) => (answerId === null ? [] : [{ exchangeId: id, answerId }]))
}

/** Puts them back, where the question was not answered anew meanwhile: a left answer would hide it from recall. */
export async function rejoinExchanges(tx: Writer, answers: Apart['answers']): Promise<void> {
  for (const { exchangeId, answerId } of answers) {
    const waiting = await tx.exchange.count({ where: { id: exchangeId, answerId: null } })
    const onPath = await tx.message.count({ where: { id: answerId, onPath: true } })
    if (waiting > 0 && onPath > 0) await indexAnew(tx, [exchangeId], { answerId })
  }
}

async function indexAnew(
  tx: Writer,
  ids: readonly string[],
  change: { answerId: string | null },
): Promise<void> {
  if (ids.length === 0) return
  const these = { in: [...ids] }
  await tx.exchange.updateMany({
    where: { id: these },
    data: { ...change, indexedAt: null, model: null, error: null },
  })
  await tx.exchangeChunk.deleteMany({ where: { exchangeId: these } })
}
