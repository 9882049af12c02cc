import { describe, expect, test } from 'vitest'
import { Prisma } from './generated/sqlite/client.ts'
import { exchange, OWNER } from './testing/turns.ts'
import { useDatabase } from './testing/use-database.ts'

// On Postgres alone, where a lock can hold a read between its two halves.
describe('what is deleted while it is read on postgres', () => {
  const db = useDatabase('postgres')

  /** Deletes all sessions as soon as the read waits for that table. */
  async function deletedBefore<T>(table: string, read: () => Promise<T>): Promise<PromiseSettledResult<T>> {
    const name = Prisma.raw(`"${table}"`)
    let reading: Promise<PromiseSettledResult<T>[]> | undefined
    await db.now.database.write(async (tx) => {
      await tx.$executeRaw`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`
      reading ??= Promise.allSettled([read()])
      const waiting = () => tx.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_locks WHERE NOT granted AND relation = ${`"${table}"`}::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      await expect.poll(waiting).toHaveLength(1)
      await tx.session.deleteMany()
    })
    const [result] = (await reading) ?? []
    if (!result) throw new Error('Nothing was read.')
    return result
  }

  test('an answer is not found', async () => {
    const { turn } = await exchange(db.now)
    expect(await deletedBefore('Message', () => db.now.turnStore.read(OWNER, turn.runId))).toMatchObject({
      reason: { code: 'run_not_found' },
    })
  })

  test('a message is not found', async () => {
    const { answerId } = await exchange(db.now)
    expect(await deletedBefore('Session', () => db.now.messages.get(OWNER, answerId))).toMatchObject({
      reason: { code: 'message_not_found' },
    })
  })

  test('texts are left out', async () => {
    const { answerId } = await exchange(db.now)
    expect(await deletedBefore('Session', () => db.now.contextMaps.words(OWNER, [answerId]))).toMatchObject({
      value: new Map(),
    })
  })
})
