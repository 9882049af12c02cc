import { describe, expect, test } from 'vitest'
import { at, begun, endOf, exchange, OWNER, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const gone = { code: 'session_not_found' }

describe.each(DIALECTS)('sessions on %s', (dialect) => {
  const db = useDatabase(dialect)
  const sessions = () => db.now.sessions
  const purge = (purgeId: string) => ({ purgeId, now: at(10), until: at(40) })
  const listed = async (owner = OWNER) =>
    (await sessions().list(owner, { cursor: null, limit: 100 })).sessions.map(({ id }) => id)

  describe('list', () => {
    test('goes by last activity, newest first, page by page without a gap or a double', async () => {
      const ids: string[] = []
      // Three share each time: there the id decides.
      for (let i = 0; i < 12; i++)
        ids.push((await exchange(db.now, { now: at(Math.floor(i / 3)) })).sessionId)
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page = await sessions().list(OWNER, { cursor, limit: 5 })
        seen.push(...page.sessions.map(({ id }) => id))
        cursor = page.next
      } while (cursor !== null)
      const order = ids.map((id, i) => ({ id, time: Math.floor(i / 3) }))
      order.sort((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1))
      expect(seen).toEqual(order.map(({ id }) => id))
    })

    test('tells by the revision when the messages have become others, also where no time has passed', async () => {
      const { sessionId } = await exchange(db.now)
      const revision = async () =>
        (await sessions().list(OWNER, { cursor: null, limit: 1 })).sessions[0]?.revision
      const first = await revision()
      await sessions().markRead(OWNER, sessionId, 1)
      expect(await revision()).toBe(first)
      expect((await sessions().get(OWNER, sessionId)).revision).toBe(first)

      await db.now.messages.addDivider(OWNER, sessionId, { id: 'cut', now: at(0) })
      const cut = await revision()
      await db.now.messages.removeDivider(OWNER, sessionId, 'cut')
      const joined = await revision()
      await sessions().clear(OWNER, sessionId, purge('p'))
      const cleared = await revision()
      expect(new Set([first, cut, joined, cleared]).size).toBe(4)
      await sessions().undo(OWNER, 'p')
      expect(await revision()).toBe(joined)
    })

    test('tells by the revision that instructions or a model were chosen elsewhere, and of no title', async () => {
      const { sessionId } = await exchange(db.now)
      const first = await sessions().get(OWNER, sessionId)
      const titled = await sessions().update(OWNER, sessionId, { title: 'Another' })
      expect(titled.revision).toBe(first.revision)
      const instructed = await sessions().update(OWNER, sessionId, { instructions: 'Rhyme.' })
      const changed = await sessions().update(OWNER, sessionId, { model: 'another' })
      expect(new Set([first, instructed, changed].map(({ revision }) => revision)).size).toBe(3)
      expect(changed).toMatchObject({ instructions: 'Rhyme.', model: 'another' })
    })

    test('marks who is answering and what is unread', async () => {
      const turn = sendTurn()
      const { session, answer } = begun(await db.now.turnStore.begin(turn))
      const item = async () => (await sessions().list(OWNER, { cursor: null, limit: 1 })).sessions[0]
      expect(await item()).toMatchObject({ answering: true, unread: false })
      await db.now.turnStore.end(endOf(turn))
      expect(await item()).toMatchObject({ answering: false, unread: true })
      await sessions().markRead(OWNER, session.id, answer.seq)
      expect(await item()).toMatchObject({ answering: false, unread: false })
    })

    test('shows each owner his own, and refuses a cursor that is none', async () => {
      const mine = await exchange(db.now)
      const theirs = await exchange(db.now, { owner: 'another' })
      expect(await listed()).toEqual([mine.sessionId])
      expect(await listed('another')).toEqual([theirs.sessionId])
      for (const cursor of ['x', 'x~y', ''])
        await expect(sessions().list(OWNER, { cursor, limit: 1 })).rejects.toMatchObject({
          code: 'invalid_request',
        })
    })
  })

  describe('a list filtered by title', () => {
    const TITLES = ['Café in Paris', 'CAFE', '100% sure', '100 days', 'snake_case', 'snakes', String.raw`a\b`]

    const found = async (title: string) => {
      const { sessions: rows } = await sessions().list(OWNER, { cursor: null, limit: 100, title })
      return rows.map((row) => row.title)
    }
    const fill = async () => {
      for (const [i, title] of TITLES.entries()) {
        const { sessionId } = await exchange(db.now, { now: at(i) })
        await sessions().update(OWNER, sessionId, { title })
      }
    }

    test('finds a part whatever its case, marks and width, and takes %, _ and \\ for themselves', async () => {
      await fill()
      expect(await found('cafe')).toEqual(['CAFE', 'Café in Paris'])
      expect(await found('FÉ ')).toEqual(['Café in Paris'])
      expect(await found('ｃａｆｅ')).toEqual(['CAFE', 'Café in Paris'])
      expect(await found('0%')).toEqual(['100% sure'])
      expect(await found('e_c')).toEqual(['snake_case'])
      expect(await found('\\')).toEqual([String.raw`a\b`])
      expect(await found("' OR 1=1 --")).toEqual([])
      expect(await found('')).toHaveLength(TITLES.length)
      // A mark alone folds to nothing.
      expect(await found('\u0301')).toHaveLength(TITLES.length)
    })

    test('finds a letter by the several that it is folded to, and a title with an older key as it ever did', async () => {
      const streets = ['Straße', 'STRASSE', 'Eine Straße von früher', 'Café von ganz früher']
      for (const [i, title] of streets.entries()) {
        const { sessionId } = await exchange(db.now, { now: at(i) })
        await sessions().update(OWNER, sessionId, { title })
        // As the fold of before left it, and as the first migration did.
        const olderKey = { 2: 'eine straße von fruher', 3: 'café von ganz früher' }[i]
        if (olderKey)
          await db.now.database.write((tx) =>
            tx.session.update({ where: { id: sessionId }, data: { titleKey: olderKey } }),
          )
      }
      expect(await found('strasse')).toEqual(['STRASSE', 'Straße'])
      expect(await found('straße')).toEqual(['Eine Straße von früher', 'STRASSE', 'Straße'])
      expect(await found('STRAẞE')).toEqual(['Eine Straße von früher', 'STRASSE', 'Straße'])
      expect(await found('Café')).toEqual(['Café von ganz früher'])
    })

    test('follows a rename, leaves out what was deleted and what is another owner’s', async () => {
      await fill()
      const [cafe] = (await sessions().list(OWNER, { cursor: null, limit: 1, title: 'cafe' })).sessions
      await sessions().update(OWNER, cafe?.id ?? '', { title: 'Bistro' })
      expect(await found('cafe')).toEqual(['Café in Paris'])
      expect(await found('bist')).toEqual(['Bistro'])
      await sessions().delete(OWNER, cafe?.id ?? '', purge('p'))
      expect(await found('bist')).toEqual([])
      const theirs = await exchange(db.now, { owner: 'another' })
      await sessions().update('another', theirs.sessionId, { title: 'Bistro' })
      expect(await found('bist')).toEqual([])
    })

    test('goes page by page without a gap or a double', async () => {
      const expected: string[] = []
      for (let i = 0; i < 9; i++) {
        // Three share each time: there the id decides.
        const { sessionId } = await exchange(db.now, { now: at(Math.floor(i / 3)) })
        await sessions().update(OWNER, sessionId, { title: i % 2 ? 'odd' : 'even' })
        if (i % 2 === 0) expected.push(sessionId)
      }
      const whole = await sessions().list(OWNER, { cursor: null, limit: 100, title: 'EVEN' })
      expect(whole.sessions.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page = await sessions().list(OWNER, { cursor, limit: 2, title: 'EVEN' })
        seen.push(...page.sessions.map(({ id }) => id))
        cursor = page.next
      } while (cursor !== null)
      expect(seen).toEqual(whole.sessions.map(({ id }) => id))
    })
  })

  test('updates the fields that are given, and no other', async () => {
    const { sessionId } = await exchange(db.now, { text: 'first words' })
    const model = await sessions().update(OWNER, sessionId, { model: 'openai/x', instructions: 'Be brief.' })
    expect(model).toMatchObject({
      title: 'first words',
      titleBy: 'message',
      model: 'openai/x',
      instructions: 'Be brief.',
    })
    const titled = await sessions().update(OWNER, sessionId, { title: 'Mine', instructions: null })
    expect(titled).toMatchObject({ title: 'Mine', titleBy: 'user', model: 'openai/x', instructions: null })
    expect(await sessions().get(OWNER, sessionId)).toEqual(titled)
    await exchange(db.now, { sessionId, text: 'other words' })
    expect((await sessions().get(OWNER, sessionId)).title).toBe('Mine')
  })

  test('gives what was chosen for a session, and whether anything in it is pinned', async () => {
    const { sessionId, userId } = await exchange(db.now)
    const none = { model: null, instructions: null, memory: null }
    const lifespan = { brief: false, pinned: false, lastActiveAt: at(0) }
    expect(await sessions().choices(OWNER, sessionId)).toEqual({ ...none, ...lifespan, hasPinned: false })
    const choices = {
      ...{ model: 'openai/x', instructions: 'Be brief.', memory: { maxExchanges: 3, useSummary: false } },
    }
    await sessions().update(OWNER, sessionId, choices)
    await db.now.messages.mark(OWNER, sessionId, userId, { mark: 'pinned', now: at(0) })
    const all = { ...choices, ...lifespan, hasPinned: true }
    expect(await sessions().choices(OWNER, sessionId)).toEqual(all)
    await sessions().delete(OWNER, sessionId, purge('p'))
    await expect(sessions().choices(OWNER, sessionId)).rejects.toMatchObject(gone)
  })

  test('keeps of the memory what was chosen for the session, as a whole, until it is taken back', async () => {
    const { sessionId } = await exchange(db.now)
    const before = await sessions().get(OWNER, sessionId)
    expect(before.memory).toBeNull()
    const chosen = await sessions().update(OWNER, sessionId, { memory: { maxTokens: null, maxExchanges: 5 } })
    expect(chosen.memory).toEqual({ maxTokens: null, maxExchanges: 5 })
    expect(chosen.revision).not.toBe(before.revision)
    await sessions().update(OWNER, sessionId, { model: 'openai/x', title: 'Mine' })
    expect((await sessions().choices(OWNER, sessionId)).memory).toEqual(chosen.memory)
    await sessions().update(OWNER, sessionId, { memory: { useSummary: false } })
    expect((await sessions().get(OWNER, sessionId)).memory).toEqual({ useSummary: false })
    const none = await sessions().update(OWNER, sessionId, { memory: null })
    expect(none).toMatchObject({ memory: null, model: 'openai/x' })
    expect((await sessions().choices(OWNER, sessionId)).memory).toBeNull()
  })

  test('remembers the newest seq that was read, however the calls arrive', async () => {
    const { sessionId, answerSeq } = await exchange(db.now)
    await sessions().markRead(OWNER, sessionId, answerSeq)
    await sessions().markRead(OWNER, sessionId, 0)
    expect((await sessions().get(OWNER, sessionId)).unread).toBe(false)
    await sessions().markRead(OWNER, sessionId, 1_000_000)
    await exchange(db.now, { sessionId })
    expect((await sessions().get(OWNER, sessionId)).unread).toBe(true)
  })

  test('hides everything from another owner', async () => {
    const { sessionId } = await exchange(db.now)
    const refused = [
      () => sessions().get('another', sessionId),
      () => sessions().choices('another', sessionId),
      () => sessions().update('another', sessionId, { title: 'x' }),
      () => sessions().markRead('another', sessionId, 1),
      () => sessions().countForDelete('another', sessionId),
      () => sessions().delete('another', sessionId, purge('p')),
      () => sessions().countForClear('another', sessionId),
      () => sessions().clear('another', sessionId, purge('p')),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject(gone)
    expect((await sessions().delete('another', null, purge('p'))).counts.sessions).toBe(0)
    expect(await listed()).toEqual([sessionId])
  })
})
