import type { LogEntry } from '../ports/turn-store.ts'
import type { Writer } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** Five parameters each, of which SQLite takes some 32,000 in a statement. */
const ROWS_AT_ONCE = 1_000

/**
 * One statement for all, in SQL: `createMany` plans anew for every number of rows, which for those of fifty runs takes
 * eight times as long as to write them.
 */
export async function insertLog(tx: Writer, entries: readonly LogEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
    const rows = entries
      .slice(from, from + ROWS_AT_ONCE)
      .map(
        ({ runId, part, offset, kind, text }) => Prisma.sql`(${runId}, ${part}, ${offset}, ${kind}, ${text})`,
      )
    await tx.$executeRaw`
      INSERT INTO "RunLog" ("runId", "part", "offset", "kind", "text") VALUES ${Prisma.join(rows)}`
  }
}
