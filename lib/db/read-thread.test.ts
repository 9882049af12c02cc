import { describe, expect, test } from 'vitest'
import { openDatabase } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { exchange } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('reading aside on %s', (dialect) => {
  const db = useDatabase(dialect)

  test('sees what was just written, and so does the next one', async () => {
    const count = async () =>
      (
        await db.now.database.readAside<{ n: number }>(
          Prisma.sql`SELECT CAST(COUNT(*) AS INTEGER) AS n FROM "Message" WHERE role IN ('user', 'assistant')`,
        )
      ).map(({ n }) => n)
    expect(await count()).toEqual([0])
    const { sessionId } = await exchange(db.now)
    expect(await count()).toEqual([2])
    await exchange(db.now, { sessionId })
    expect(await count()).toEqual([4])
  })

  test('fails with what is wrong, and goes on', async () => {
    await expect(db.now.database.readAside(Prisma.sql`SELECT a FROM nowhere`)).rejects.toThrow('nowhere')
    expect(await db.now.database.readAside(Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  })

  test('is refused when the database is closed', async () => {
    const database = await openDatabase(db.now.url)
    await database.readAside(Prisma.sql`SELECT 1 AS one`)
    await database.close()
    const nearest = database.nearest(
      Prisma.sql`SELECT key, vector FROM "ExchangeChunk"`,
      new Float32Array(2),
      1,
    )
    await expect(nearest).rejects.toMatchObject({ code: 'shutting_down' })
  })
})

describe('reading aside from an SQLite file', () => {
  const db = useDatabase('sqlite')

  test('takes and gives bytes, also as the only value', async () => {
    const bytes = Buffer.from([0, 1, 255])
    const [row] = await db.now.database.readAside<{ bytes: ArrayBuffer }>(
      Prisma.sql`SELECT ${bytes} AS bytes`,
    )
    expect([...new Uint8Array(row?.bytes ?? new ArrayBuffer())]).toEqual([0, 1, 255])
  })

  test('changes nothing', async () => {
    const write = Prisma.sql`DELETE FROM "Setting" RETURNING *`
    await expect(db.now.database.readAside(write)).rejects.toThrow('readonly')
  })
})
