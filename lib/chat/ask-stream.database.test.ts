import { describe, expect, test } from 'vitest'
import { promptsOf } from '../../e2e/support/prompts.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import type { AskEvent, AskRequest, RunPosition } from '../schemas/ask.ts'
import { askStream, resumeAskStream } from './ask-stream.ts'
import { askDeps } from './testing/ask-deps.ts'
import { createChat, OWNER, useChat } from './testing/use-chat.ts'

const THOUGHT = 'So it is.'
const TEXT = 'Ein Wort, 😀 noch\r\neins,\n\nand the last of them'
const ASK = `[[reason ${THOUGHT}]] [[hold 4]] [[say]] ${TEXT}`
const AT: RunPosition['at'][] = [
  ...Array.from({ length: THOUGHT.length + 1 }, (_, offset) => ({ part: 0, offset })),
  ...Array.from({ length: TEXT.length + 1 }, (_, offset) => ({ part: 1, offset })),
]

async function read(events: AsyncIterable<AskEvent>) {
  const read: AskEvent[] = []
  for await (const event of events) read.push(event)
  const text = read.map((event) => (event.type === 'text' ? event.text : '')).join('')
  return { types: read.map(({ type }) => type), text, events: read, last: read.at(-1) }
}

describe.each(DIALECTS)('ask_stream on %s', (dialect) => {
  const db = useDatabase(dialect)
  const under = useChat(db)

  const asked = (request: AskRequest) =>
    ({ owner: OWNER, endpoint: 'ask_stream', request, key: null }) as const
  const stream = async (query: string, more: Partial<AskRequest> = {}) =>
    (await askStream(askDeps(db.now, under.chat), asked({ query, ...more }))).events
  /** The run of a stream that has said no more than its session. */
  async function begin(query: string) {
    const events = await stream(query)
    const { value } = await events.next()
    if (value?.type !== 'session') throw new Error('The stream did not begin with its session.')
    return { events, runId: value.runId, sessionId: value.sessionId }
  }

  test('the session comes first, then the words without the reasoning, and the end last', async () => {
    const { types, text, events, last } = await read(
      await stream('[[reason Hm.]] [[say]] Well then.', { metadata: { mood: 1 } }),
    )
    expect(types[0]).toBe('session')
    expect(new Set(types.slice(1, -1))).toEqual(new Set(['text']))
    expect(text).toBe('Well then.')
    expect(events[0]).toMatchObject({ at: { part: 0, offset: 0 } })
    expect(events[1]).toMatchObject({ at: { part: 1, offset: 0 } })
    expect(last).toMatchObject({
      type: 'done',
      end: { usage: { output: 2 }, context: { messages_sent: 1 }, warnings: [expect.stringMatching(/mood/)] },
    })
  })

  test('an answer that failed is told before the end, with its session', async () => {
    const { types, events } = await read(await stream('[[status 401]]'))
    expect(types).toEqual(['session', 'error', 'done'])
    expect(events[1]).toMatchObject({
      error: { code: 'model_unauthorized', details: { session_id: expect.any(String) } },
    })
  })

  test('a conversation that goes while it is answered ends the stream with that', async () => {
    const { events, sessionId } = await begin('[[hold 1]] one two')
    await under.upstream.waitFor(({ held }) => held)
    const now = new Date()
    await db.now.sessions.delete(OWNER, sessionId, { purgeId: 'purge', now, until: now })
    under.upstream.release()
    const { types, last, events: told } = await read(events)
    expect(types.slice(-2)).toEqual(['error', 'done'])
    expect(told.at(-2)).toMatchObject({ error: { code: 'session_not_found' } })
    expect(last).toEqual({ type: 'done', end: null })
  })

  test('gone on with at every position, here and in another process, during and after: the same text', async () => {
    const other = createChat(db.now, under.upstream)
    await other.beat()
    const everywhere = [askDeps(db.now, under.chat), askDeps(db.now, other)]
    const { events, runId, sessionId } = await begin(ASK)
    await under.upstream.waitFor(({ held }) => held)

    const resumed = () =>
      Promise.all(
        everywhere.flatMap((deps) =>
          AT.map(async (at) => ({
            at,
            rest: (await resumeAskStream(deps, asked({ query: ASK }), { runId, at })).events,
          })),
        ),
      )
    const holds = async ({ at, rest }: Awaited<ReturnType<typeof resumed>>[number]) => {
      const { text, types, events } = await read(rest)
      expect(events[0]).toEqual({ type: 'session', sessionId, runId, at })
      expect(text, JSON.stringify(at)).toBe(at.part === 0 ? TEXT : TEXT.slice(at.offset))
      expect(types.at(-1)).toBe('done')
    }
    const during = await resumed()
    const reading = [...during.map(holds), read(events)]
    under.upstream.release()
    await Promise.all(reading)
    await Promise.all((await resumed()).map(holds))
    expect(promptsOf(under.upstream.requests)).toHaveLength(1)
    await other.close()
  })

  test('the answer of another user is not gone on with', async () => {
    const events = await stream('[[say]] Not for bea.', { user: 'ada' })
    const [session] = (await read(events)).events
    if (session?.type !== 'session') throw new Error('The stream did not begin with its session.')
    const { runId, at } = session
    const resume = (user: string | null) =>
      resumeAskStream(askDeps(db.now, under.chat), asked({ query: 'a', user }), { runId, at })
    await expect(resume('bea')).rejects.toMatchObject({ code: 'run_not_found' })
    for (const user of ['ada', null])
      expect((await read((await resume(user)).events)).text).toBe('Not for bea.')
  })

  test('going on with an answer that is not there begins none', async () => {
    const resuming = resumeAskStream(askDeps(db.now, under.chat), asked({ query: 'a' }), {
      runId: 'none',
      at: { part: 0, offset: 0 },
    })
    await expect(resuming).rejects.toMatchObject({ code: 'run_not_found' })
    expect(promptsOf(under.upstream.requests)).toEqual([])
  })
})
