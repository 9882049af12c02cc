import { openDatabase } from '../../lib/db/client.ts'
import { titled } from '../../lib/db/title-key.ts'
import type { SessionKind } from '../../lib/schemas/session.ts'

type Seed = {
  count: number
  /** Of the newest, 0, to the oldest. */
  titleOf?: (index: number) => string
  /** How many messages each has, questions and answers in turn. */
  messagesIn?: (index: number) => number
  textOf?: (index: number, seq: number) => string
  /** What is not as of the page's sessions. */
  kindOf?: (index: number) => Partial<Omit<SessionKind, 'memory'>>
  /** Between the last activities of two neighbours, in ms. */
  apart?: number
}

const OWNER = 'local'
const BATCH = 500

/**
 * Writes sessions straight into the database of a server that has started on it: by the interfaces thousands would take
 * minutes.
 */
export async function seedSessions(url: string, seed: Seed): Promise<void> {
  const { count, titleOf = (index) => `chat ${index}`, messagesIn = () => 2, apart = 20 * 60_000 } = seed
  const { kindOf = () => ({}) } = seed
  const textOf =
    seed.textOf ??
    ((index: number, seq: number) => `${seq % 2 === 0 ? 'Question' : 'Answer'} ${seq} of ${titleOf(index)}`)
  const database = await openDatabase(url)
  const now = Date.now()
  try {
    for (let from = 0; from < count; from += BATCH) {
      const indexes = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => from + i)
      await database.write(async (tx) => {
        await tx.session.createMany({
          data: indexes.map((index) => {
            const at = new Date(now - 60_000 - index * apart)
            const messages = messagesIn(index)
            return {
              id: seededId(index),
              owner: OWNER,
              ...titled(titleOf(index), 'user'),
              ...kindOf(index),
              createdAt: at,
              lastActiveAt: at,
              nextSeq: messages,
              readSeq: messages,
              answeredSeq: messages - 1,
              messageCount: messages,
            }
          }),
        })
        await tx.message.createMany({
          data: indexes.flatMap((index) => messagesOf(index, messagesIn(index), textOf)),
        })
      })
    }
  } finally {
    await database.close()
  }
}

export const seededId = (index: number): string => `seeded-${String(index).padStart(5, '0')}`

const messagesOf = (index: number, count: number, textOf: (index: number, seq: number) => string) =>
  Array.from({ length: count }, (_, seq) => {
    const asks = seq % 2 === 0
    const text = textOf(index, seq)
    return {
      id: `${seededId(index)}-${seq}`,
      owner: OWNER,
      sessionId: seededId(index),
      parentId: seq === 0 ? null : `${seededId(index)}-${seq - 1}`,
      seq,
      role: asks ? ('user' as const) : ('assistant' as const),
      parts: [{ type: 'text', text }],
      text,
      tokensCl100k: 10,
      tokensO200k: 10,
      createdAt: new Date(),
    }
  })
