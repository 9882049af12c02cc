import type { RecallScope, TermStore } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { countHolding } from './count-holding.ts'
import { SAMPLED, sampleOf } from './term-sample.ts'
import { reachable } from './visible-exchanges.ts'

/** What fewer of the sample hold is counted: its share would say little. */
const TOLD_BY = 10

/** See `TermStore.figures`. Of up to `SAMPLED` chunks exactly. */
export async function figuresOf(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
): ReturnType<TermStore['figures']> {
  const { chunks, exchanges, length, holding } = await sampleOf(database, scope, terms)
  const meanLength = chunks > 0 ? length / chunks : 0
  if (chunks < SAMPLED) return { size: chunks, meanLength, holding }
  const size = Math.round(((await countReachable(database, scope)) / exchanges) * chunks)
  const seldom = terms.filter((term) => (holding.get(term) ?? 0) < TOLD_BY)
  const counted = await countHolding(database, scope, seldom)
  const estimated = (term: string) => Math.round(((holding.get(term) ?? 0) / chunks) * size)
  return {
    size,
    meanLength,
    holding: new Map(terms.map((term) => [term, counted.get(term) ?? estimated(term)])),
  }
}

/** By an index alone: with what is hidden, of which there is little. */
async function countReachable({ readAside }: Database, scope: RecallScope): Promise<number> {
  const [counted] = await readAside<{ exchanges: number }>(Prisma.sql`
    SELECT CAST(COUNT(*) AS INTEGER) AS exchanges FROM "Exchange" e WHERE ${reachable(scope)}`)
  if (!counted) throw new Error('An aggregate gave no row.')
  return counted.exchanges
}
