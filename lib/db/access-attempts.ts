import type { AccessAttempts } from '../ports/access-attempts.ts'
import type { Database, Reader, Writer } from './client.ts'

/** How many tries there are at once, and how long each of them takes to come back. */
export type Allowance = { tries: number; everyMs: number }

export type Allowances = { each: Allowance; all: Allowance }

/** Of wrong tokens: a person mistypes a few times, and one who guesses for a year has not begun. */
const ALLOWANCES: Allowances = {
  each: { tries: 10, everyMs: 30_000 },
  all: { tries: 100, everyMs: 1_000 },
}

const ALL = '*'

/**
 * One row a key, which says when nothing is held against it any more: a try puts that off by as long as it takes to
 * come back. Where no try is left nothing is written, so that guesses, however many, cannot keep writers waiting.
 */
export function createAccessAttempts(
  database: Database,
  { each, all }: Allowances = ALLOWANCES,
): AccessAttempts {
  /** Null where each of the keys has a try left. */
  async function refusedUntil(db: Reader | Writer, keys: string[], now: Date): Promise<Date | null> {
    const rows = await db.accessAttempt.findMany({ where: { key: { in: keys } } })
    const until = rows
      .map(({ key, clearAt }) => freeAt(clearAt, key === ALL ? all : each))
      .filter((time) => time > now.getTime())
    return until.length > 0 ? new Date(Math.max(...until)) : null
  }

  return {
    async take(address, now) {
      const refused = await database.read((db) => refusedUntil(db, [ALL, address], now))
      if (refused) return refused
      return database.write(async (tx) => {
        await waitForOthers(tx)
        const refusedMeanwhile = await refusedUntil(tx, [ALL, address], now)
        if (refusedMeanwhile) return refusedMeanwhile
        await tx.accessAttempt.deleteMany({ where: { clearAt: { lt: now }, key: { not: ALL } } })
        await moveOn(tx, ALL, all.everyMs, now)
        await moveOn(tx, address, each.everyMs, now)
        return null
      })
    },

    waitOf: (address, now) => database.read((db) => refusedUntil(db, [address], now)),

    giveBack: (address) =>
      database.write(async (tx) => {
        await waitForOthers(tx)
        await moveOn(tx, ALL, -all.everyMs)
        await moveOn(tx, address, -each.everyMs)
      }),
  }
}

/** When the next try is there, in milliseconds since 1970. */
const freeAt = (clearAt: Date, { tries, everyMs }: Allowance): number =>
  clearAt.getTime() - (tries - 1) * everyMs

/** On Postgres the row that is written makes the next one wait for this one's end: what is then read stays true. */
async function waitForOthers(tx: Writer): Promise<void> {
  const create = { key: ALL, clearAt: new Date(0) }
  await tx.accessAttempt.upsert({ where: { key: ALL }, create, update: { key: ALL } })
}

async function moveOn(tx: Writer, key: string, byMs: number, now = new Date(0)): Promise<void> {
  const row = await tx.accessAttempt.findUnique({ where: { key } })
  const from = Math.max(row?.clearAt.getTime() ?? 0, now.getTime())
  const clearAt = new Date(Math.max(0, from + byMs))
  await tx.accessAttempt.upsert({ where: { key }, create: { key, clearAt }, update: { clearAt } })
}
