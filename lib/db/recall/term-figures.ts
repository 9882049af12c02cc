import { setImmediate } from 'node:timers/promises'
import type { RecallScope, TermStore } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { countHolding } from './count-holding.ts'
import { shortened } from './holding-terms.ts'
import { mayBeSeen, reachable, WITH_ITS_PLACE } from './visible-exchanges.ts'

/** Of so many chunks all is known; of more by as many of the newest. */
export const SAMPLED = 1_000

/** What fewer of the sample hold is counted: its share would say little. */
const TOLD_BY = 10

/** Chunks that are looked through before others get their turn: a millisecond. */
const SLICE = 100

/** See `TermStore.figures`. Of up to `SAMPLED` chunks exactly. */
export async function figuresOf(
  database: Database,
  scope: RecallScope,
  terms: readonly string[],
): ReturnType<TermStore['figures']> {
  const sample = await newest(database, scope)
  const { holders, length } = await countIn(sample, terms)
  const meanLength = sample.length > 0 ? length / sample.length : 0
  if (sample.length < SAMPLED) return { size: sample.length, meanLength, holding: holders }
  const exchanges = new Set(sample.map(({ exchangeId }) => exchangeId)).size
  const size = Math.round(((await countReachable(database, scope)) / exchanges) * sample.length)
  const seldom = terms.filter((term) => (holders.get(term) ?? 0) < TOLD_BY)
  const counted = await countHolding(database, scope, seldom)
  const estimated = (term: string) => Math.round(((holders.get(term) ?? 0) / sample.length) * size)
  return {
    size,
    meanLength,
    holding: new Map(terms.map((term) => [term, counted.get(term) ?? estimated(term)])),
  }
}

type Sampled = { exchangeId: string; terms: string; termCount: number }

const newest = ({ readAside }: Database, scope: RecallScope): Promise<Sampled[]> =>
  readAside<Sampled>(Prisma.sql`
    SELECT c."exchangeId", c.terms, c."termCount" FROM (
      SELECT e.id FROM "Exchange" e ${WITH_ITS_PLACE}
      WHERE ${reachable(scope)} AND ${mayBeSeen(scope)} ORDER BY e."saidAt" DESC LIMIT ${SAMPLED}
    ) n JOIN "ExchangeChunk" c ON c."exchangeId" = n.id LIMIT ${SAMPLED}`)

/** How many of the sample hold each term, and how many terms all of it has. */
async function countIn(sample: readonly Sampled[], terms: readonly string[]) {
  const byStored = new Map(terms.map((term) => [shortened(term), 0]))
  let length = 0
  for (const [place, each] of sample.entries()) {
    if (place > 0 && place % SLICE === 0) await setImmediate()
    length += each.termCount
    const held = new Set(each.terms.split(' ').filter((term) => byStored.has(term)))
    for (const term of held) byStored.set(term, (byStored.get(term) ?? 0) + 1)
  }
  return { holders: new Map(terms.map((term) => [term, byStored.get(shortened(term)) ?? 0])), length }
}

/** By an index alone: with what is hidden, of which there is little. */
async function countReachable({ readAside }: Database, scope: RecallScope): Promise<number> {
  const [counted] = await readAside<{ exchanges: number }>(Prisma.sql`
    SELECT CAST(COUNT(*) AS INTEGER) AS exchanges FROM "Exchange" e WHERE ${reachable(scope)}`)
  if (!counted) throw new Error('An aggregate gave no row.')
  return counted.exchanges
}
