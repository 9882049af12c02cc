import { describe, expect, test } from 'vitest'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { PAGE_SESSION, type SessionKind } from '../schemas/session.ts'
import { openThread } from './open-thread.ts'
import { BRIEF_MS, createChat, message, OWNER, useChat } from './testing/use-chat.ts'

const BRIEF = { source: 'interface', brief: true } as const
const gone = { code: 'session_not_found' }

describe.each(DIALECTS)('doors of sessions that end, on %s', (dialect) => {
  const database = useDatabase(dialect)
  const it = useChat(database)

  /** A whole turn; says its session. */
  async function say(
    text: string,
    sessionId: string | null,
    kind: Partial<SessionKind> = {},
    chat = it.chat,
  ) {
    const options = { kind: { ...PAGE_SESSION, ...kind } }
    const turn = await chat.turns.start(OWNER, message(text, sessionId), options)
    let session = ''
    for await (const event of turn.events) if (event.type === 'start') session = event.session.id
    return session
  }

  const age = (id: string, ms: number, data: { pinned?: boolean } = {}) =>
    database.now.database.write((tx) =>
      tx.session.update({ where: { id }, data: { lastActiveAt: new Date(Date.now() - ms), ...data } }),
    )
  const open = (sessionId: string) => openThread({ ...database.now, ...it.chat }, OWNER, sessionId)

  test('a turn into one that is over ends it, though nobody settled before', async () => {
    const sessionId = await say('first', null, BRIEF)
    await age(sessionId, BRIEF_MS - 60_000)
    expect(await say('second', sessionId)).toBe(sessionId)
    await age(sessionId, BRIEF_MS)
    await expect(say('third', sessionId)).rejects.toMatchObject(gone)
    await expect(database.now.sessions.get(OWNER, sessionId)).rejects.toMatchObject(gone)
  })

  test('its thread is opened until then', async () => {
    const sessionId = await say('first', null, BRIEF)
    await age(sessionId, BRIEF_MS - 60_000)
    expect((await open(sessionId)).messages).toHaveLength(2)
    await age(sessionId, BRIEF_MS)
    await expect(open(sessionId)).rejects.toMatchObject(gone)
  })

  test('one that is pinned, or of a kind that is kept, takes turns after any time', async () => {
    const [pinned, kept] = [await say('first', null, BRIEF), await say('first', null)]
    await age(pinned, 100 * BRIEF_MS, { pinned: true })
    await age(kept, 100 * BRIEF_MS)
    for (const sessionId of [pinned, kept]) expect(await say('second', sessionId)).toBe(sessionId)
  })

  test('where all end, a turn finds that of any kind', async () => {
    const chat = createChat(database.now, it.upstream, { keptMs: 5 * BRIEF_MS })
    const kept = await say('first', null, {}, chat)
    await age(kept, 4 * BRIEF_MS)
    await say('second', kept, {}, chat)
    await age(kept, 5 * BRIEF_MS)
    await expect(say('third', kept, {}, chat)).rejects.toMatchObject(gone)
    await chat.close()
  })

  test('one whose answer runs for longer than its time is there, and busy', async () => {
    const options = { kind: { ...PAGE_SESSION, ...BRIEF } }
    const turn = await it.chat.turns.start(OWNER, message('[[words 3]] [[hold 1]]'), options)
    const { value: start } = await turn.events.next()
    if (start?.type !== 'start') throw new Error('The first event is the start.')
    const sessionId = start.session.id
    await it.upstream.waitFor(({ held }) => held)
    await age(sessionId, 2 * BRIEF_MS)
    await expect(say('second', sessionId)).rejects.toMatchObject({ code: 'session_busy' })
    expect((await open(sessionId)).runId).toBe(turn.runId)
    it.upstream.release()
    for await (const _ of turn.events);
    expect(await say('second', sessionId)).toBe(sessionId)
  })

  test('a session of the page asks for no job, and one that ends for one', async () => {
    const asked = () => database.now.database.read((tx) => tx.job.count({ where: { kind: 'end-sessions' } }))
    await say('first', null)
    expect(await asked()).toBe(0)
    await say('first', null, { temporary: true, brief: true })
    await say('first', null, BRIEF)
    expect(await asked()).toBe(1)
  })

  test('a turn looks for ends only in a session that is due', async () => {
    let looks = 0
    const { sessionLifeStore } = database.now
    const end: typeof sessionLifeStore.end = (...due) => {
      looks += 1
      return sessionLifeStore.end(...due)
    }
    const watched = { ...database.now, sessionLifeStore: { ...sessionLifeStore, end } }
    const chat = createChat(watched, it.upstream)
    const [brief, kept] = [await say('first', null, BRIEF, chat), await say('first', null, {}, chat)]
    await age(kept, 100 * BRIEF_MS)
    for (const sessionId of [brief, kept]) await say('second', sessionId, {}, chat)
    expect(looks).toBe(0)
    await age(brief, BRIEF_MS)
    await expect(say('third', brief, {}, chat)).rejects.toMatchObject(gone)
    expect(looks).toBe(1)
    await chat.close()
  })
})
