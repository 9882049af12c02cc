import { type Database, openDatabase } from '../client.ts'

/** How many rows of a table, or entries of its indexes, Postgres reads for some work, by its own statistics. */
export async function rowsRead(
  url: string,
  table: string,
  work: (database: Database) => Promise<unknown>,
): Promise<number> {
  // A connection tells of what it has read when it is asked to: there must be no other one.
  const database = await openDatabase(url, { poolSize: 1 })
  const sofar = async () => {
    await database.read((db) => db.$queryRaw`SELECT 1 FROM pg_stat_force_next_flush()`)
    const [found] = await database.read(
      (db) => db.$queryRaw<{ read: bigint }[]>`
        SELECT CAST(t.seq_tup_read + SUM(i.idx_tup_read) AS BIGINT) AS read
        FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i USING (relid)
        WHERE t.relname = ${table} GROUP BY t.seq_tup_read`,
    )
    return Number(found?.read)
  }
  const before = await sofar()
  await work(database)
  const after = await sofar()
  await database.close()
  return after - before
}
