import type { ExchangeForgetting } from '../ports/exchange-forgetting.ts'
import type { Database, Reader, Writer } from './client.ts'
import { type Gathered, gather, gatherLocked, setAllApart } from './gather-apart.ts'
import { leavePurge } from './leave-purge.ts'
import { countMessages } from './message-counts.ts'
import { quotesOf } from './quotes.ts'
import { isVisible } from './visible.ts'

export function createExchangeForgetting(database: Database): ExchangeForgetting {
  return {
    countForForget: (owner, exchangeIds) =>
      database.read(async (db) => {
        const gathered = await gather(db, owner, { exchangeIds, answerIds: [] })
        const ids = idsOf(gathered)
        const options = { limit: 1, without: ids }
        const { total } = await quotesOf(db, owner, { exchangeIds: ids }, options)
        return { sessions: 0, ...(await countMessages(db, gathered)), quotes: total }
      }),

    forgetExchanges: (owner, named, purge) =>
      database.write(async (tx) => {
        const gathered = await gatherLocked(tx, owner, named)
        const counts = await countMessages(tx, gathered)
        const apart = await setAllApart(tx, gathered, purge)
        const quotes = new Set(named.answerIds).size
        return leavePurge(tx, owner, purge, { kind: 'exchange', apart }, { sessions: 0, ...counts, quotes })
      }),

    quotedBy: (owner, scope, { limit }) =>
      database.read(async (db) => {
        if (!('exchangeIds' in scope)) return quotesOf(db, owner, scope, { limit })
        const exchangeIds = await withAllMessages(db, owner, scope.exchangeIds)
        return quotesOf(db, owner, { exchangeIds }, { limit, without: exchangeIds })
      }),
  }
}

const idsOf = (gathered: Gathered): string[] => gathered.flatMap(({ ids }) => [...ids])

/** Of what is gone, its id alone: answers that quoted it may be left. */
async function withAllMessages(
  db: Reader | Writer,
  owner: string,
  exchangeIds: readonly string[],
): Promise<string[]> {
  const rows = await db.message.findMany({
    where: { id: { in: [...exchangeIds] }, owner },
    select: { id: true, seq: true, session: true },
  })
  const there = rows.filter(isVisible).map(({ id }) => id)
  const gathered = await gather(db, owner, { exchangeIds: there, answerIds: [] })
  return [...new Set([...exchangeIds, ...idsOf(gathered)])]
}
