import type { Database } from '../client.ts'

/** Until a statement of another connection to a Postgres database waits for a lock. */
export async function someoneWaits({ read }: Database): Promise<void> {
  for (;;) {
    const [found] = await read(
      (db) => db.$queryRaw<{ waiting: bigint }[]>`
        SELECT COUNT(*) AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (Number(found?.waiting) > 0) return
  }
}
