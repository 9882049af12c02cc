import { describe, expect, test } from 'vitest'
import type { KeptReply } from '../ports/replies.ts'
import { at, begun, exchange, OWNER, regenerateTurn, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const KEY = 'a'.repeat(64)

describe.each(DIALECTS)('replies on %s', (dialect) => {
  const db = useDatabase(dialect)
  const find = async (now = at(10), key = KEY, owner = OWNER) =>
    (await db.now.replies.find(owner, key, now))?.parts ?? null
  const keep = (messageId: string, change: Partial<KeptReply> = {}) =>
    db.now.replies.keep(OWNER, { key: KEY, messageId, expiresAt: at(60), ...change })
  const stored = () => db.now.database.read((tx) => tx.cachedReply.findMany())
  const purge = { purgeId: 'p', now: at(5), until: at(35) }

  async function kept(answer?: string) {
    const { sessionId, answerId } = await exchange(db.now, { answer })
    await keep(answerId)
    return { sessionId, answerId }
  }

  test('an answer that was kept is found with all its parts', async () => {
    const parts = [
      { type: 'reasoning' as const, text: 'hm' },
      { type: 'text' as const, text: 'yes' },
    ]
    await keep((await exchange(db.now, { end: { parts } })).answerId)
    expect(await find()).toEqual(parts)
  })

  test('with what decides when its session ends', async () => {
    const { sessionId, answerId } = await exchange(db.now, { now: at(7), kind: { brief: true } })
    await keep(answerId)
    const lifespan = async () => (await db.now.replies.find(OWNER, KEY, at(10)))?.session
    expect(await lifespan()).toEqual({ brief: true, pinned: false, lastActiveAt: at(7) })
    await db.now.database.write((tx) =>
      tx.session.update({ where: { id: sessionId }, data: { brief: false, pinned: true } }),
    )
    expect(await lifespan()).toMatchObject({ brief: false, pinned: true })
  })

  test('under its own key, and by its owner', async () => {
    await kept()
    expect(await find(at(10), 'b'.repeat(64))).toBeNull()
    expect(await find(at(10), KEY, 'another')).toBeNull()
  })

  test('until it expires', async () => {
    await kept()
    expect(await find(new Date(at(60).getTime() - 1))).not.toBeNull()
    expect(await find(at(60))).toBeNull()
  })

  test('a later one takes the place of an earlier one', async () => {
    await kept('first')
    const { answerId } = await exchange(db.now, { answer: 'second' })
    await keep(answerId, { expiresAt: at(90) })
    expect(await find(at(70))).toEqual([{ type: 'text', text: 'second' }])
    expect(await stored()).toHaveLength(1)
  })

  test('two kept at once are one', async () => {
    const [first, second] = [await exchange(db.now), await exchange(db.now)]
    const { replies } = await db.another()
    const reply = { key: KEY, messageId: second.answerId, expiresAt: at(60) }
    await Promise.all([keep(first.answerId), replies.keep(OWNER, reply)])
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    ['cleared', (id: string) => db.now.sessions.clear(OWNER, id, purge)],
    ['deleted', (id: string) => db.now.sessions.delete(OWNER, id, purge)],
    [
      'ended',
      (id: string) =>
        db.now.database.write((tx) => tx.session.update({ where: { id }, data: { deletedAt: at(5) } })),
    ],
  ])('nothing of a session that was %s, from that moment on, and nothing new of it', async (_, end) => {
    const { sessionId, answerId } = await kept()
    await end(sessionId)
    expect(await find()).toBeNull()
    await db.now.replies.dropExpired(at(60))
    await keep(answerId)
    expect(await stored()).toEqual([])
  })

  test('a clear that is taken back brings it back', async () => {
    const { sessionId } = await kept()
    await db.now.sessions.clear(OWNER, sessionId, purge)
    await db.now.sessions.undo(OWNER, purge.purgeId)
    expect(await find()).not.toBeNull()
  })

  test('what is said after a clear can be kept', async () => {
    const { sessionId } = await kept('before')
    await db.now.sessions.clear(OWNER, sessionId, purge)
    const { answerId } = await exchange(db.now, { sessionId, answer: 'after' })
    await keep(answerId)
    expect(await find()).toEqual([{ type: 'text', text: 'after' }])
  })

  test('nothing once another answer takes its place, or while it is excluded', async () => {
    const { sessionId, answerId } = await kept()
    const mark = (mark: 'excluded' | null) =>
      db.now.messages.mark(OWNER, sessionId, answerId, { mark, now: at(5) })
    await mark('excluded')
    expect(await find()).toBeNull()
    await mark(null)
    expect(await find()).not.toBeNull()
    begun(await db.now.turnStore.begin(regenerateTurn(sessionId, answerId)))
    expect(await find()).toBeNull()
  })

  describe.each(['stopped', 'failed', 'interrupted'] as const)('an answer that is %s', (status) => {
    test('is not kept', async () => {
      await keep((await exchange(db.now, { end: { status } })).answerId)
      expect(await stored()).toEqual([])
    })

    test('is not found', async () => {
      const { answerId: id } = await kept()
      await db.now.database.write((tx) => tx.message.update({ where: { id }, data: { status } }))
      expect(await find()).toBeNull()
    })
  })

  test('neither is one that is still being written, that is unknown or that is of another owner', async () => {
    await keep(begun(await db.now.turnStore.begin(sendTurn())).answer.id)
    await keep('unknown')
    await keep((await exchange(db.now, { owner: 'another' })).answerId)
    expect(await stored()).toEqual([])
  })

  test('it goes with its session', async () => {
    const { sessionId } = await kept()
    await db.now.database.write((tx) => tx.session.delete({ where: { id: sessionId } }))
    expect(await stored()).toEqual([])
  })

  test('what has expired is dropped, however much it is, and the rest stays', async () => {
    const { sessionId, answerId: messageId } = await kept()
    const expired = Array.from({ length: 2_500 }, (_, index) => ({
      ...{ key: `key ${index}`, owner: OWNER, sessionId, messageId },
      expiresAt: at(20),
    }))
    await db.now.database.write((tx) => tx.cachedReply.createMany({ data: expired }))
    await db.now.replies.dropExpired(at(20))
    expect((await stored()).map(({ key }) => key)).toEqual([KEY])
    await db.now.replies.dropExpired(at(60))
    expect(await stored()).toEqual([])
  })
})
