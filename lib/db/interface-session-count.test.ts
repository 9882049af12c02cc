import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Writer } from './client.ts'
import type { Repositories } from './repositories.ts'
import { OTHER_OWNER, sessionEvent, sessionEvents } from './testing/session-events.ts'
import { at, OWNER, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const OWNERS = [OWNER, OTHER_OWNER]

const rows = (count: number, more: { owner?: string; source?: 'page' } = {}) =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    owner: OWNER,
    source: 'interface' as const,
    title: 'One of many',
    createdAt: at(0),
    lastActiveAt: at(0),
    ...more,
  }))

describe.each(DIALECTS)('the sessions of the interfaces are counted on %s', (dialect) => {
  const db = useDatabase(dialect)

  const told = () =>
    Promise.all(
      OWNERS.map(async (owner) => {
        const { total } = await db.now.interfaceSessions.list(owner, { cursor: null, limit: 1, rows: 1 })
        return total
      }),
    )
  const there = () =>
    db.now.database.read((reader) =>
      Promise.all(
        OWNERS.map((owner) =>
          reader.session.count({ where: { owner, source: 'interface', deletedAt: null } }),
        ),
      ),
    )
  const write = <T>(work: (tx: Writer) => Promise<T>) => db.now.database.write(work)

  test('whatever was begun, ended, deleted and taken back, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sessionEvent, { minLength: 20, maxLength: 40, size: 'max' }),
        async (events) => {
          await write((tx) => tx.session.deleteMany())
          const happens = sessionEvents(db.now)
          for (const event of events) {
            await happens(event)
            expect(await told(), event.does).toEqual(await there())
          }
        },
      ),
      { numRuns: 10, endOnFailure: true },
    )
  }, 100_000)

  test('when many begin, are deleted and taken back at once, by two processes', async () => {
    const processes = [db.now, await db.another()]
    const each = <T>(of: readonly T[], work: (process: Repositories, one: T) => Promise<string>) =>
      Promise.all(of.map((one, n) => work(processes[n % 2] ?? db.now, one)))
    const begin = async ({ turnStore }: Repositories) => {
      const turn = sendTurn({ kind: { source: 'interface' } })
      await turnStore.begin(turn)
      return turn.place.sessionId
    }
    const remove = async ({ sessions }: Repositories, id: string | null) => {
      const { purgeId } = await sessions.delete(OWNER, id, {
        purgeId: randomUUID(),
        now: at(1),
        until: at(9),
      })
      return purgeId
    }
    const ids = await each(Array(30).fill(null), begin)
    expect(await told()).toEqual([30, 0])
    const purges = await each(ids.slice(0, 20), remove)
    expect(await told()).toEqual([10, 0])
    await Promise.all([
      each(purges, async ({ sessions }, purgeId) => {
        await sessions.undo(OWNER, purgeId)
        return purgeId
      }),
      each(Array(6).fill(null), begin),
      each([null, null], remove),
    ])
    expect(await told()).toEqual(await there())
  })

  test('when their rows are written by whatever else', async () => {
    const [one, two, three] = rows(3)
    const data = [one, two, three, ...rows(2, { owner: OTHER_OWNER }), ...rows(4, { source: 'page' })]
    await write((tx) => tx.session.createMany({ data: data.flatMap((row) => row ?? []) }))
    expect(await told()).toEqual([3, 2])
    await write((tx) => tx.session.updateMany({ where: { source: 'page' }, data: { source: 'interface' } }))
    expect(await told()).toEqual([7, 2])
    await write((tx) => tx.session.updateMany({ where: { owner: OTHER_OWNER }, data: { owner: OWNER } }))
    expect(await told()).toEqual([9, 0])
    const hidden = { deletedAt: at(1), source: 'page' } as const
    await write((tx) => tx.session.updateMany({ where: { id: one?.id }, data: hidden }))
    expect(await told()).toEqual([8, 0])
    const these = { in: [one?.id, two?.id, three?.id].map(String) }
    await write((tx) => tx.session.deleteMany({ where: { id: these } }))
    expect(await told()).toEqual([6, 0])
    await write((tx) =>
      dialect === 'sqlite'
        ? tx.$executeRaw`DELETE FROM "Session"`
        : tx.$executeRaw`TRUNCATE "Session" CASCADE`,
    )
    expect(await told()).toEqual([0, 0])
  })

  test.runIf(dialect === 'postgres')('and nobody waits for who does so on another connection', async () => {
    const shardOf = async (tx: Writer) => {
      const [found] = await tx.$queryRaw<{ shard: number }[]>`SELECT pg_backend_pid() % 64 AS shard`
      return found?.shard
    }
    const add = (tx: Writer) =>
      tx.session.createMany({ data: [...rows(2), ...rows(2, { owner: OTHER_OWNER })] })
    await write(add)
    await write(async (tx) => {
      await add(tx)
      await tx.session.updateMany({ data: { deletedAt: at(1) } })
      const held = await shardOf(tx)
      const added = async () => {
        const { database } = await db.another()
        return database.write(async (theirs) => (await shardOf(theirs)) !== held && add(theirs))
      }
      while (!(await added()));
    })
    expect(await told()).toEqual([2, 2])
  })
})
