import { describe, expect, test } from 'vitest'
import { remember } from './testing/recall-rows.ts'
import { scopeOf } from './testing/remembered.ts'
import { at, begun, endOf, exchange, OWNER, regenerateTurn, sendTurn, talk } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'
import { purge, useForgetting } from './testing/use-forgetting.ts'

describe.each(DIALECTS)('Clearing does not forget: what is taken back on %s', (dialect) => {
  const db = useDatabase(dialect)
  const { forget, undo, shown, read, purgeDue } = useForgetting(db)

  test('a new turn goes on from the exchange before, and stays where it is when that is undone', async () => {
    const { sessionId, turns, last } = await talk(db.now, 3)
    await forget([last.userId])
    const next = await exchange(db.now, { sessionId, text: 'next' })
    expect((await db.now.messages.get(OWNER, next.userId)).parentId).toBe(turns[1]?.answerId)
    await undo()
    expect((await shown(sessionId)).slice(-4)).toEqual([
      ...[last.userId, last.answerId],
      ...[next.userId, next.answerId],
    ])
    expect(await db.now.sessions.get(OWNER, sessionId)).toMatchObject({ messageCount: 8 })
  })

  test('comes back behind an exchange that was answered anew meanwhile, not within it', async () => {
    const { sessionId, turns, last } = await talk(db.now, 3)
    await remember(db.now, { owner: OWNER, ...last, seq: 4 }, { text: 'Third.', terms: 'third' })
    await forget([last.userId])
    const [first, second] = turns
    const again = regenerateTurn(sessionId, second?.answerId ?? '')
    begun(await db.now.turnStore.begin(again))
    await db.now.turnStore.end(endOf(again))
    await undo()
    expect(await shown(sessionId)).toEqual([
      ...[first?.userId, first?.answerId, second?.userId, again.answerId],
      ...[last.userId, last.answerId],
    ])
    const { seq } = await db.now.messages.get(OWNER, last.userId)
    expect(await read((tx) => tx.exchange.findMany())).toMatchObject([{ id: last.userId, seq }])
    expect((await exchange(db.now, { sessionId })).answerSeq).toBe(seq + 3)
  })

  test('an answer that went alone takes the marks that its question has by then', async () => {
    const { sessionId, last } = await talk(db.now, 1)
    await forget([], [last.answerId])
    await db.now.messages.mark(OWNER, sessionId, last.userId, { mark: 'excluded', now: at(11) })
    await undo()
    expect(await db.now.messages.get(OWNER, last.answerId)).toMatchObject({ excluded: true })
  })

  test('an answer that went alone is a left one beside a newer one, also to recall, which keeps the question', async () => {
    const { sessionId, last } = await talk(db.now, 1)
    await remember(db.now, { owner: OWNER, ...last }, { text: 'First.', terms: 'first' })
    await forget([], [last.answerId])
    const prompt = { kind: 'again', messageId: last.userId, last: last.userId, clientId: null } as const
    const again = { ...sendTurn({ sessionId }), prompt }
    begun(await db.now.turnStore.begin(again))
    await db.now.turnStore.end(endOf(again, '', { status: 'failed' }))
    await undo()
    expect(await shown(sessionId)).toEqual([last.userId, again.answerId])
    expect(await read((tx) => tx.exchange.findMany())).toMatchObject([{ id: last.userId, answerId: null }])
    const seen = await db.now.recallIndex.places(scopeOf(sessionId), [last.userId])
    expect([...seen.keys()]).toEqual([last.userId])
  })

  test('what was forgotten does not come back into what was cleared since', async () => {
    const { sessionId, last } = await talk(db.now, 2)
    await forget([last.userId])
    await db.now.sessions.clear(OWNER, sessionId, purge('c'))
    await expect(undo()).rejects.toMatchObject({ code: 'undo_expired' })
    await db.now.sessions.undo(OWNER, 'c')
    await undo()
    expect(await shown(sessionId)).toHaveLength(4)
  })

  test('what comes back into a deleted session goes and comes with that', async () => {
    for (const comes of [true, false]) {
      const { sessionId, last } = await talk(db.now, 2)
      await forget([last.userId])
      await db.now.sessions.delete(OWNER, sessionId, purge('d'))
      await undo()
      if (comes) {
        await undo('d')
        expect(await shown(sessionId)).toHaveLength(4)
        await db.now.database.write((tx) => tx.session.deleteMany())
      } else {
        await purgeDue()
        expect(await read((tx) => tx.message.count())).toBe(0)
      }
    }
  })
})
