import { afterEach, describe, expect, test } from 'vitest'
import { NOTHING as NO_COUNTS } from '../db/testing/counts.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import type { RunEvent } from '../schemas/run-event.ts'
import { PAGE_SESSION } from '../schemas/session.ts'
import type { StartedTurn } from './started-turn.ts'
import { BRIEF_MS, type Chat, createChat, message, OWNER, useChat } from './testing/use-chat.ts'

const OF_A_PROGRAM = { kind: { ...PAGE_SESSION, source: 'interface', brief: true } } as const
const ALL = { source: 'interface' } as const
const gone = { code: 'session_not_found' }
const HELD = '[[words 3]] [[hold 1]]'

async function read(events: StartedTurn['events']): Promise<RunEvent[]> {
  const all: RunEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

describe.each(DIALECTS)('Clearing does not forget: final deletion on %s', (dialect) => {
  const database = useDatabase(dialect)
  const it = useChat(database)
  const others: Chat[] = []
  afterEach(async () => {
    for (const chat of others.splice(0)) await chat.close()
  })

  const anotherProcess = async () => {
    const chat = createChat({ ...database.now, ...(await database.another()) }, it.upstream)
    others.push(chat)
    await chat.beat()
    return chat
  }

  const answered = async (options: Parameters<Chat['turns']['start']>[2] = OF_A_PROGRAM) => {
    const request = { ...message('a question'), instructions: 'Be brief.' }
    const [start] = await read((await it.chat.turns.start(OWNER, request, options)).events)
    if (start?.type !== 'start') throw new Error('The first event is the start.')
    return start.session.id
  }

  /** Half of its answer is there, and the rest is held back. */
  async function streaming(chat: Chat) {
    const turn = await chat.turns.start(OWNER, message(HELD), OF_A_PROGRAM)
    const { value: start } = await turn.events.next()
    if (start?.type !== 'start') throw new Error('The first event is the start.')
    await it.upstream.waitFor(({ held }) => held)
    await turn.events.next()
    return { sessionId: start.session.id, runId: turn.runId, rest: read(turn.events) }
  }

  const rows = () =>
    database.now.database.read(async (db) => ({
      sessions: await db.session.count(),
      messages: await db.message.count(),
      runs: await db.run.count(),
      logs: await db.runLog.count(),
      maps: await db.contextMap.count(),
      summaries: await db.summary.count(),
      jobs: await db.job.count({ where: { key: { notIn: ['scrub', 'end-sessions'] } } }),
    }))
  const NOTHING = { sessions: 0, messages: 0, runs: 0, logs: 0, maps: 0, summaries: 0, jobs: 0 }

  test('what was deleted is unknown when it resolves, and what went is counted', async () => {
    const sessionId = await answered()
    expect(await it.chat.forget.now(OWNER, sessionId)).toEqual({
      ...NO_COUNTS,
      sessions: 1,
      messages: 2,
      maps: 1,
      prompts: 1,
    })
    expect(await rows()).toEqual(NOTHING)
    await expect(it.chat.turns.start(OWNER, message('next', sessionId))).rejects.toMatchObject(gone)
    await expect(it.chat.forget.now(OWNER, sessionId)).rejects.toMatchObject(gone)
  })

  test('all of the interfaces go, and those of the page stay', async () => {
    await answered()
    await answered({ kind: { ...OF_A_PROGRAM.kind, user: 'ada', brief: false } })
    const page = await answered({})
    expect(await it.chat.forget.nowAll(OWNER, ALL)).toMatchObject({ sessions: 2, messages: 4 })
    expect((await database.now.sessions.get(OWNER, page)).messageCount).toBe(2)
    expect(await rows()).toMatchObject({ sessions: 1, messages: 2 })
    expect(await it.chat.forget.nowAll(OWNER, ALL)).toMatchObject({ sessions: 0, messages: 0 })
  })

  test('a session that has ended is unknown to it', async () => {
    const sessionId = await answered()
    const lastActiveAt = new Date(Date.now() - BRIEF_MS)
    await database.now.database.write((tx) => tx.session.updateMany({ data: { lastActiveAt } }))
    await expect(it.chat.forget.now(OWNER, sessionId)).rejects.toMatchObject(gone)
  })

  test.each(['this process', 'another one'] as const)(
    'an answer that %s streams is stopped, and nothing of it comes back',
    async (where) => {
      const writer = where === 'this process' ? it.chat : await anotherProcess()
      const { sessionId, runId, rest } = await streaming(writer)
      await it.chat.forget.now(OWNER, sessionId)
      expect(await rows()).toEqual(NOTHING)
      // Its reader is told, and the model's server hung up on, although it would still have words.
      expect((await rest).at(-1)).toMatchObject({ type: 'error', error: gone })
      await it.upstream.waitFor(({ closedEarly }) => closedEarly)
      await expect(writer.runs.stop(OWNER, runId)).rejects.toMatchObject({ code: 'run_not_found' })
      await writer.close()
      expect(await rows()).toEqual(NOTHING)
    },
  )

  test.each(['this process', 'another one'] as const)(
    'with all of the interfaces go those that %s answers, while one of the page is answered to its end',
    async (where) => {
      const writer = where === 'this process' ? it.chat : await anotherProcess()
      const { rest } = await streaming(writer)
      const onPage = await writer.turns.start(OWNER, message('[[words 2]]'))
      await it.chat.forget.nowAll(OWNER, ALL)
      expect((await rest).at(-1)).toMatchObject({ type: 'error', error: gone })
      expect((await read(onPage.events)).at(-1)).toMatchObject({
        type: 'end',
        answer: { status: 'complete' },
      })
      expect(await rows()).toMatchObject({ sessions: 1, messages: 2, runs: 1 })
    },
  )

  test('a message that is sent to it again afterwards does not join the answer that went', async () => {
    const request = message('a question')
    const events = await read((await it.chat.turns.start(OWNER, request, OF_A_PROGRAM)).events)
    await it.chat.forget.nowAll(OWNER, ALL)
    const again = await read((await it.chat.turns.start(OWNER, request, OF_A_PROGRAM)).events)
    expect(again.at(-1)).toMatchObject({ type: 'end' })
    expect(again[0]).not.toEqual(events[0])
    expect(await rows()).toMatchObject({ sessions: 1, messages: 2 })
  })
})
