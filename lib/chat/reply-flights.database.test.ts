import { describe, expect, test } from 'vitest'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { createChat, OWNER } from './testing/use-chat.ts'
import { useReplyCache } from './testing/use-reply-cache.ts'

describe.each(DIALECTS)('of several that ask the same at once on %s', (dialect) => {
  const db = useDatabase(dialect)
  const it = useReplyCache(db)
  const { createCache, ask, askAtOnce, ends, statusesOf, calls, kept, under } = it

  test('fifty make one call, and have one answer', async () => {
    const { turns } = await askAtOnce('[[hold 2]] one', 50)
    expect(turns.filter(({ status }) => status === 'wait')).toHaveLength(49)
    under.upstream.release()
    const ended = await ends(turns)
    expect(new Set(statusesOf(ended))).toEqual(new Set(['complete']))
    expect(new Set(ended.map(({ text }) => text)).size).toBe(1)
    expect(new Set(ended.map(({ sessionId }) => sessionId)).size).toBe(50)
    expect(ended.filter(({ answer }) => answer?.usage?.fromReplyCache)).toHaveLength(49)
    expect(calls()).toHaveLength(1)
  })

  test('the next one asks when the first fails, and the rest have its answer', async () => {
    under.upstream.script({ text: 'a b c', holdAfter: 1, errorAfter: 2 }, { text: 'well' })
    const { turns, first, others } = await askAtOnce('one', 5)
    under.upstream.release()
    expect((await first.ended).answer?.status).toBe('failed')
    expect((await ends(others)).map(({ text }) => text)).toEqual(Array(4).fill('well'))
    expect(calls()).toHaveLength(2)
    expect(turns).toHaveLength(5)
    await it.cache.settled()
    expect(await kept()).toBe(1)
  })

  test('each asks in its turn where all fail', async () => {
    under.upstream.script({ text: 'a b c', holdAfter: 1, errorAfter: 2 })
    const { turns } = await askAtOnce('[[status 400]]', 3)
    under.upstream.release()
    expect(statusesOf(await ends(turns))).toEqual(['failed', 'failed', 'failed'])
    expect(calls()).toHaveLength(3)
  })

  test('the next one asks when the first is stopped', async () => {
    under.upstream.script({ text: 'a b c', holdAfter: 1 }, { text: 'well' })
    const { first, others } = await askAtOnce('one', 3)
    await under.chat.runs.stop(OWNER, first.turn.runId)
    expect((await first.ended).answer?.status).toBe('stopped')
    expect((await ends(others)).map(({ text }) => text)).toEqual(['well', 'well'])
    expect(calls()).toHaveLength(2)
  })

  test('the next one asks when what the first asked is cleared', async () => {
    under.upstream.script({ text: 'a b c', holdAfter: 1 }, { text: 'well' })
    const { first, others } = await askAtOnce('one', 3)
    const { sessionId } = await db.now.turnStore.read(OWNER, first.turn.runId)
    await under.chat.forget.clear(OWNER, sessionId)
    expect((await ends(others)).map(({ text }) => text)).toEqual(['well', 'well'])
  })

  test('one that waits can be stopped, and nobody else is hurt', async () => {
    const { turns, others } = await askAtOnce('[[hold 2]] one', 3)
    const [impatient] = others
    if (!impatient) throw new Error('None waits.')
    await under.chat.runs.stop(OWNER, impatient.turn.runId)
    expect((await impatient.ended).answer).toMatchObject({ status: 'stopped', parts: [], usage: null })
    under.upstream.release()
    const rest = await ends(turns.filter((turn) => turn !== impatient))
    expect(statusesOf(rest)).toEqual(['complete', 'complete'])
    expect(calls()).toHaveLength(1)
  })

  test('all are kept as interrupted when the server is stopped, and none is given again', async () => {
    const { turns } = await askAtOnce('[[hold 2]] one', 4)
    await under.chat.runs.shutdown(0)
    expect(new Set(statusesOf(await ends(turns)))).toEqual(new Set(['interrupted']))
    await it.cache.settled()
    expect(await kept()).toBe(0)
    expect(calls()).toHaveLength(1)
    const next = createChat(db.now, under.upstream)
    try {
      under.upstream.script({ text: 'well' })
      const asked = await ask('[[hold 2]] one', {}, { chat: next, cache: createCache() })
      expect(asked).toMatchObject({ status: 'miss', text: 'well' })
    } finally {
      await next.close()
    }
  })
})
