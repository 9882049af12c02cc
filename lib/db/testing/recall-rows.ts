import type { DatabaseUnderTest } from './use-database.ts'

type Opened = DatabaseUnderTest['now']

/** What can be recalled of an exchange, in one piece, with its terms and a vector. */
export const remember = (
  { database }: Opened,
  said: { owner: string; sessionId: string; userId: string; answerId: string; seq?: number },
  { text, terms }: { text: string; terms: string },
) =>
  database.write(async (tx) => {
    const { owner, sessionId, userId, answerId, seq = 0 } = said
    const now = new Date(Date.UTC(2026, 0, 1))
    const made = { model: 'a model', vector: new Uint8Array(new Float32Array([1, 0]).buffer) }
    const chunks = { create: { index: 0, text, terms, termCount: terms.split(' ').length, ...made } }
    const row = {
      id: userId,
      owner,
      sessionId,
      seq,
      answerId,
      saidAt: now,
      indexedAt: now,
      model: made.model,
    }
    await tx.exchange.create({ data: { ...row, chunks } })
  })

/** That an answer was given with an exchange before it. */
export const receive = (
  { database }: Opened,
  answerId: string,
  of: { owner: string; exchangeId: string; sessionId: string; title: string; rank?: number },
) => database.write((tx) => tx.receipt.create({ data: { messageId: answerId, rank: 1, ...of } }))

/** The exchanges that are found by a term, of those that can be seen. */
export async function foundBy({ database }: Opened, term: string): Promise<string[]> {
  const rows = await database.read((db) =>
    db.exchange.findMany({
      where: {
        session: { deletedAt: null },
        question: { onPath: true, excluded: false },
        chunks: { some: { terms: { contains: term } } },
      },
      select: { id: true },
    }),
  )
  return rows.map(({ id }) => id)
}
