import { describe, expect, test } from 'vitest'
import { at, endOf, exchange, OWNER, regenerateTurn, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const OF_A_PROGRAM = { source: 'interface', brief: true } as const

/** White space that the databases' own trim does not take. */
const WHITE = ' \t\n\r\u00a0\u2003\u3000\ufeff'

describe.each(DIALECTS)('sessions of the interfaces on %s', (dialect) => {
  const db = useDatabase(dialect)
  const begin = (words: Parameters<typeof exchange>[1] = {}) =>
    exchange(db.now, { kind: OF_A_PROGRAM, ...words })
  const list = (options: { cursor?: string | null; limit?: number; rows?: number } = {}) =>
    db.now.interfaceSessions.list(OWNER, { cursor: null, limit: 10, rows: 10, ...options })
  const newest = (id: string, rows = 10) => db.now.interfaceSessions.newest(OWNER, id, rows)
  const stored = (id: string, page = { fromSeq: 0, limit: 10 }) =>
    db.now.interfaceSessions.stored(OWNER, id, page)
  const clear = async (id: string) =>
    db.now.sessions.clear(OWNER, id, { purgeId: 'purge', now: at(9), until: at(99) })

  test('a session is found with its user, while it is there and by its owner alone', async () => {
    const { sessionId } = await begin({ kind: { ...OF_A_PROGRAM, user: 'ada' } })
    const { find } = db.now.interfaceSessions
    expect(await find(OWNER, sessionId)).toEqual({ user: 'ada' })
    expect(await find('other', sessionId)).toBeNull()
    expect(await find(OWNER, 'unknown')).toBeNull()
    await db.now.sessions.delete(OWNER, sessionId, { purgeId: 'p', now: at(1), until: at(2) })
    expect(await find(OWNER, sessionId)).toBeNull()
  })

  test('the list has those of the interfaces alone, the last active first, page by page', async () => {
    await exchange(db.now, { now: at(9) })
    const ids = []
    for (const seconds of [1, 2, 3]) ids.unshift((await begin({ now: at(seconds) })).sessionId)
    const [gone] = [await begin({ now: at(4) })]
    await db.now.sessions.delete(OWNER, gone.sessionId, { purgeId: 'p', now: at(5), until: at(6) })
    await begin({ owner: 'other' })

    const all = await list()
    expect(all.sessions.map(({ id }) => id)).toEqual(ids)
    expect(all.sessions[0]?.lastActiveAt).toEqual(at(3))
    expect(all).toMatchObject({ total: 3, next: null })
    const first = await list({ limit: 2 })
    expect(first.sessions.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const second = await list({ limit: 2, cursor: first.next })
    expect(second.sessions.map(({ id }) => id)).toEqual(ids.slice(2))
    expect(second).toMatchObject({ total: 3, next: null })
  })

  test('each comes with the end of its path, and an empty list with nothing', async () => {
    expect(await list()).toEqual({ sessions: [], total: 0, next: null })
    const one = await begin({ answer: 'said', now: at(1) })
    const other = await begin({ answer: WHITE, now: at(2) })
    await exchange(db.now, { sessionId: other.sessionId, now: at(3) })
    const user = { role: 'user', isBlank: false }
    const rows = { [one.sessionId]: [user, { role: 'assistant', isBlank: false }] }
    rows[other.sessionId] = [
      user,
      { role: 'assistant', isBlank: true },
      user,
      { role: 'assistant', isBlank: false },
    ]
    const found = async (most: number) =>
      Object.fromEntries((await list({ rows: most })).sessions.map(({ id, newest }) => [id, newest]))
    expect(await found(10)).toEqual(rows)
    expect(await found(3)).toEqual({ ...rows, [other.sessionId]: rows[other.sessionId]?.slice(1) })
  })

  test('what `trim` takes is blank, and nothing else is', async () => {
    for (const [answer, isBlank] of [
      ['', true],
      [WHITE, true],
      [`${WHITE}.${WHITE}`, false],
      ['\u200b', false],
    ] as const) {
      const { sessionId } = await begin({ answer })
      expect((await newest(sessionId)).messages[1], JSON.stringify(answer)).toEqual({
        role: 'assistant',
        isBlank,
        text: answer,
      })
      expect(answer.trim() === '').toBe(isBlank)
    }
  })

  test('the newest stand below the divider and the clear, on the path, without what is being written', async () => {
    const { sessionId } = await begin({ text: 'one', answer: 'first' })
    await exchange(db.now, { sessionId, text: 'two', answer: 'second' })
    const texts = async () => (await newest(sessionId)).messages.map(({ text }) => text)
    expect(await texts()).toEqual(['one', 'first', 'two', 'second'])
    const running = sendTurn({ sessionId, text: 'three' })
    await db.now.turnStore.begin(running)
    expect(await texts()).toEqual(['one', 'first', 'two', 'second', 'three'])
    expect((await newest(sessionId)).messageCount).toBe(6)
    await db.now.turnStore.end({ ...endOf(running), parts: [{ type: 'text', text: 'third' }] })

    const again = regenerateTurn(sessionId, running.answerId)
    await db.now.turnStore.begin(again)
    await db.now.turnStore.end({ ...endOf(again), parts: [{ type: 'text', text: 'better' }] })
    expect((await texts()).slice(-2)).toEqual(['three', 'better'])
    await db.now.messages.addDivider(OWNER, sessionId, { id: 'divider', now: at(1) })
    expect(await texts()).toEqual([])
    await exchange(db.now, { sessionId, text: 'four', answer: 'fourth' })
    expect(await texts()).toEqual(['four', 'fourth'])
    await clear(sessionId)
    expect(await texts()).toEqual([])
    await exchange(db.now, { sessionId, text: 'five', answer: 'fifth' })
    expect(await texts()).toEqual(['five', 'fifth'])
  })

  test('what is stored comes in pages, oldest first, with all that the count counts', async () => {
    const { sessionId, answerId } = await begin({ text: 'one', answer: 'first' })
    const again = regenerateTurn(sessionId, answerId)
    await db.now.turnStore.begin(again)
    await db.now.turnStore.end({ ...endOf(again), parts: [{ type: 'text', text: 'better' }] })
    await db.now.messages.addDivider(OWNER, sessionId, { id: 'divider', now: at(1) })
    await exchange(db.now, { sessionId, text: 'two', answer: '' })

    const first = await stored(sessionId, { fromSeq: 0, limit: 3 })
    expect(first.messages.map(({ text }) => text)).toEqual(['one', 'first', 'better'])
    const second = await stored(sessionId, { fromSeq: first.nextSeq ?? 0, limit: 3 })
    expect(second.messages).toEqual([
      { role: 'user', text: 'two' },
      { role: 'assistant', text: '' },
    ])
    expect(second.nextSeq).toBeNull()
    expect(first.messageCount).toBe(first.messages.length + second.messages.length)
    await clear(sessionId)
    expect(await stored(sessionId)).toMatchObject({ messages: [], messageCount: 0, nextSeq: null })
  })

  test('what is not there is not found', async () => {
    const { sessionId } = await exchange(db.now, { owner: 'other' })
    for (const id of ['unknown', sessionId]) {
      await expect(newest(id)).rejects.toMatchObject({ code: 'session_not_found' })
      await expect(stored(id)).rejects.toMatchObject({ code: 'session_not_found' })
    }
  })
})
