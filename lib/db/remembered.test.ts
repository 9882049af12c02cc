import { describe, expect, test } from 'vitest'
import { createRemembered } from './remembered.ts'
import { rowsRead } from './testing/rows-read.ts'
import { at, exchange, OWNER, regenerateTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('what is remembered on %s', (dialect) => {
  const db = useDatabase(dialect)

  /** An exchange, and its row in the index. */
  async function remembered(options: Parameters<typeof exchange>[1] = {}) {
    const { sessionId, answerId } = await exchange(db.now, options)
    const { question } = await db.now.database.write(async (tx) => {
      const answer = await tx.message.findUniqueOrThrow({ where: { id: answerId } })
      const question = await tx.message.findUniqueOrThrow({ where: { id: answer.parentId ?? '' } })
      await tx.exchange.create({
        data: {
          ...{ id: question.id, owner: OWNER, sessionId, seq: question.seq },
          ...{ answerId, saidAt: question.createdAt },
        },
      })
      return { question }
    })
    return { id: question.id, sessionId, answerId }
  }
  const list = async (page: Partial<Parameters<typeof db.now.remembered.list>[1]> = {}) =>
    db.now.remembered.list(OWNER, { sessionId: null, cursor: null, limit: 10, ...page })
  const ids = async () => (await list()).exchanges.map(({ id }) => id)

  test('is listed newest first, in its words, page by page', async () => {
    const first = await remembered({ now: at(1), answer: 'one' })
    const second = await remembered({ now: at(2), answer: 'two' })
    const page = await list({ limit: 1 })
    expect(page.exchanges).toMatchObject([{ id: second.id, user: 'question', assistant: 'two', model: null }])
    const rest = await list({ limit: 1, cursor: page.next })
    expect(rest.exchanges).toMatchObject([{ id: first.id, sessionId: first.sessionId, assistant: 'one' }])
    expect(rest.next).toBeNull()
  })

  test('of one conversation, and of one owner', async () => {
    const mine = await remembered()
    await remembered()
    expect((await list({ sessionId: mine.sessionId })).exchanges.map(({ id }) => id)).toEqual([mine.id])
    expect((await db.now.remembered.get('another', [mine.id])).size).toBe(0)
  })

  test('of some days, page by page', async () => {
    const [first, second, third] = [
      await remembered({ now: at(1) }),
      await remembered({ now: at(2) }),
      await remembered({ now: at(3) }),
    ]
    const within = async (from: Date | null, before: Date | null, more = {}) =>
      list({ said: { from, before }, ...more })
    const idsOf = ({ exchanges }: Awaited<ReturnType<typeof list>>) => exchanges.map(({ id }) => id)
    expect(idsOf(await within(at(2), null))).toEqual([third.id, second.id])
    expect(idsOf(await within(null, at(2)))).toEqual([first.id])
    expect(idsOf(await within(at(2), at(3), { sessionId: first.sessionId }))).toEqual([])
    const page = await within(null, at(3), { limit: 1 })
    expect(idsOf(page)).toEqual([second.id])
    expect(idsOf(await within(null, at(3), { limit: 1, cursor: page.next }))).toEqual([first.id])
  })

  test('without what is deleted, cleared, excluded or left on another branch', async () => {
    const [deleted, cleared, excluded, left] = [
      await remembered(),
      await remembered(),
      await remembered(),
      await remembered(),
    ]
    expect(await ids()).toHaveLength(4)
    const purge = { now: at(9), until: at(39) }
    await db.now.sessions.delete(OWNER, deleted.sessionId, { purgeId: 'd', ...purge })
    await db.now.sessions.clear(OWNER, cleared.sessionId, { purgeId: 'c', ...purge })
    await db.now.messages.mark(OWNER, excluded.sessionId, excluded.id, { mark: 'excluded', now: at(9) })
    await db.now.database.write((tx) =>
      tx.message.update({ where: { id: left.id }, data: { onPath: false } }),
    )
    expect(await ids()).toEqual([])
    const all = [deleted, cleared, excluded, left].map(({ id }) => id)
    expect((await db.now.remembered.get(OWNER, all)).size).toBe(0)
  })

  test('without an answer that is being made anew', async () => {
    const { id, sessionId, answerId } = await remembered({ answer: 'old' })
    await db.now.turnStore.begin(regenerateTurn(sessionId, answerId))
    expect((await db.now.remembered.get(OWNER, [id])).get(id)?.assistant).toBeNull()
  })

  test('a cursor of another make is refused', async () => {
    const others = ['nonsense', '0000-01-01T00:00:00.000Z~', '-271821-04-20T00:00:00.000Z~a']
    for (const cursor of others)
      await expect(list({ cursor }), cursor).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('among many exchanges on postgres', () => {
  const db = useDatabase('postgres')
  const MANY = 2_000

  test.each([
    ['the list', null],
    ['a later page of it', `${at(MANY / 2).toISOString()}~`],
  ])('%s reads what it shows and little more', async (_, cursor) => {
    const said = { role: 'user', parts: [], text: 'x', tokensCl100k: 1, tokensO200k: 1 } as const
    const rows = Array.from({ length: MANY }, (_, n) => ({
      ...{ id: `${n}`, owner: OWNER, sessionId: `${n % 100}`, seq: n },
    }))
    await db.now.database.write(async (tx) => {
      await tx.session.createMany({
        data: rows.slice(0, 100).map(({ id, owner, seq }) => ({
          ...{ id, owner, title: id, createdAt: at(seq), lastActiveAt: at(seq) },
        })),
      })
      await tx.message.createMany({ data: rows.map((row) => ({ ...row, ...said, createdAt: at(row.seq) })) })
      await tx.exchange.createMany({ data: rows.map((row) => ({ ...row, saidAt: at(row.seq) })) })
      await tx.$executeRaw`ANALYZE "Session", "Message", "Exchange"`
    })
    const look = (database: typeof db.now.database) =>
      createRemembered(database).list(OWNER, { sessionId: null, cursor, limit: 10 })
    expect(await rowsRead(db.now.url, 'Exchange', look)).toBeLessThan(100)
  })
})
