import type { Rates, RateUse } from '../ports/rates.ts'
import type { Database } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

export function createRates(database: Database): Rates {
  return {
    async add(uses) {
      const rows = uses.map(
        ({ kind, period, who, count }) => Prisma.sql`(${kind}, ${period}, ${who}, ${count})`,
      )
      // What is there is locked by the update, so that of two at once the second one sees what the first one added.
      const counts = await database.write(
        (tx) => tx.$queryRaw<RateUse[]>`
          INSERT INTO "RateCount" ("kind", "period", "who", "count") VALUES ${Prisma.join(rows)}
          ON CONFLICT ("kind", "period", "who") DO UPDATE SET "count" = "RateCount"."count" + excluded."count"
          RETURNING "kind", "period", "who", "count"`,
      )
      const totalOf = (use: RateUse) =>
        counts.find(({ kind, period, who }) => kind === use.kind && period === use.period && who === use.who)
      return uses.map((use) => Number(totalOf(use)?.count ?? 0)) as { [Place in keyof typeof uses]: number }
    },

    async forgetBefore(periods) {
      const before = Object.entries(periods).map(([kind, period]) => ({ kind, period: { lt: period } }))
      await database.write(async (tx) => {
        await tx.rateCount.deleteMany({ where: { OR: before } })
      })
    },
  }
}
