import type { ForgetCounts } from '../schemas/forget.ts'
import type { Reader, Writer } from './client.ts'
import type { Gathered } from './gather-apart.ts'
import { telling } from './telling-summaries.ts'

type Db = Reader | Writer

/** What goes with these messages; the answers that quote them aside. */
export async function countMessages(
  db: Db,
  gathered: Gathered,
): Promise<Omit<ForgetCounts, 'sessions' | 'quotes'>> {
  const these = { in: gathered.flatMap(({ ids }) => [...ids]) }
  return {
    messages: await db.message.count({ where: { id: these } }),
    summaries: await countSummaries(db, gathered),
    maps: await db.contextMap.count({ where: { messageId: these } }),
    prompts: await countPrompts(db, these),
    exchanges: await db.exchange.count({ where: { id: these } }),
    vectors: await db.exchangeChunk.count({ where: { exchangeId: these } }),
    replies: await db.cachedReply.count({ where: { messageId: these } }),
  }
}

async function countSummaries(db: Db, gathered: Gathered): Promise<number> {
  let sum = 0
  for (const { session, ids } of gathered) {
    const rows = await db.message.findMany({ where: { id: { in: [...ids] } }, select: { seq: true } })
    sum += (await telling(db, session.id, rows)).length
  }
  return sum
}

/** That no other answer was sent. */
async function countPrompts(db: Db, these: { in: string[] }): Promise<number> {
  const hashOf = { distinct: 'hash', select: { hash: true } } as const
  const used = await db.promptUse.findMany({ where: { messageId: these }, ...hashOf })
  const hashes = { in: used.map(({ hash }) => hash) }
  const elsewhere = await db.promptUse.findMany({
    where: { hash: hashes, messageId: { notIn: these.in } },
    ...hashOf,
  })
  return used.length - elsewhere.length
}
