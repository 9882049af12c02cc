import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'

/**
 * Makes the extension's table where the extension is there and can be made; says whether it can be used. A lock, because
 * two processes that start at once would make the same things.
 */
export async function makeVectorTable({ read }: Database): Promise<boolean> {
  await read(
    (db) => db.$executeRaw`
    DO $$ BEGIN
      PERFORM pg_advisory_xact_lock(hashtext('ExchangeVector'));
      IF NOT EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector') THEN
        RETURN;
      END IF;
      CREATE EXTENSION IF NOT EXISTS vector;
      CREATE TABLE IF NOT EXISTS "ExchangeVector" (
        key INTEGER PRIMARY KEY REFERENCES "ExchangeChunk" (key) ON DELETE CASCADE,
        dimension INTEGER NOT NULL,
        embedding vector NOT NULL
      );
    EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
      NULL;
    END $$`,
  )
  const [found] = await read(
    (db) => db.$queryRaw<{ usable: boolean }[]>`
      SELECT to_regclass('"ExchangeVector"') IS NOT NULL AND EXISTS (
        SELECT 1 FROM pg_extension
        WHERE extname = 'vector' AND CAST(string_to_array(extversion, '.') AS INTEGER[]) >= ARRAY[0, 8]
      ) AS usable`,
  )
  return found?.usable === true
}

/** That leads to the nearest of vectors of so many numbers. */
export async function makeVectorIndex({ write }: Database, dimensions: number): Promise<void> {
  const index = Prisma.raw(
    `CREATE INDEX IF NOT EXISTS "ExchangeVector_${dimensions}_idx" ON "ExchangeVector"
     USING hnsw ((embedding::vector(${dimensions})) vector_cosine_ops) WHERE dimension = ${dimensions}`,
  )
  await write(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('ExchangeVector'))::text`
    await tx.$executeRaw`${index}`
  })
}
