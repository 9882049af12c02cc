import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Database } from './client.ts'
import {
  at,
  begun,
  contextOf,
  continueTurn,
  endOf,
  exchange,
  OWNER,
  PROCESS,
  regenerateTurn,
  sendTurn,
} from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'
import { createTurnStore } from './turn-store.ts'

describe.each(DIALECTS)('the turn store on %s', (dialect) => {
  const db = useDatabase(dialect)
  const store = () => db.now.turnStore

  describe('begin', () => {
    test('stores the message, the streaming answer and the run, and titles a new session', async () => {
      const turn = sendTurn({ text: 'how are you', now: at(5) })
      const { session, userMessage, answer } = begun(await store().begin(turn))
      expect(session).toMatchObject({
        title: 'how are you',
        titleBy: 'message',
        answering: true,
        unread: false,
        nextSeq: 2,
        messageCount: 2,
        tokenCount: 3,
        lastActiveAt: at(5).toISOString(),
      })
      expect(userMessage).toMatchObject({ seq: 0, role: 'user', tokens: 3, status: 'complete' })
      expect(answer).toMatchObject({
        id: turn.answerId,
        seq: 1,
        role: 'assistant',
        status: 'streaming',
        parts: [],
      })
      expect(await db.now.sessions.get(OWNER, session.id)).toEqual(session)
      const page = await db.now.messages.page(OWNER, session.id, { beforeSeq: null, limit: 10 })
      expect(page).toEqual({ messages: [userMessage, answer], earlier: false })
    })

    test('chains each message to the one above it and keeps the title of the first', async () => {
      const first = await exchange(db.now, { text: 'one' })
      const next = await exchange(db.now, { sessionId: first.sessionId, text: 'two' })
      const { messages } = db.now
      expect((await messages.get(OWNER, first.userId)).parentId).toBeNull()
      expect((await messages.get(OWNER, first.answerId)).parentId).toBe(first.userId)
      expect((await messages.get(OWNER, next.userId)).parentId).toBe(first.answerId)
      expect((await db.now.sessions.get(OWNER, first.sessionId)).title).toBe('one')
    })

    test('keeps the placeholder where the message gives no title', async () => {
      const turn = sendTurn()
      if (turn.prompt.kind === 'send') turn.prompt.title = ''
      expect(begun(await store().begin(turn)).session).toMatchObject({ title: 'New chat', titleBy: 'none' })
    })

    test('refuses a second sender with the ids of the first, and stores nothing of it', async () => {
      const first = sendTurn()
      const { session } = begun(await store().begin(first))
      const second = sendTurn({ sessionId: session.id })
      await expect(store().begin(second)).rejects.toMatchObject({
        code: 'session_busy',
        details: { runId: first.runId, answerId: first.answerId },
      })
      expect((await db.now.sessions.get(OWNER, session.id)).nextSeq).toBe(2)
      await expect(db.now.messages.get(OWNER, second.answerId)).rejects.toMatchObject({
        code: 'message_not_found',
      })
    })

    test('begins where the one that was in the way ends at that moment', async () => {
      const first = sendTurn()
      const { session } = begun(await store().begin(first))
      const { database } = db.now
      const endsInBetween: Database = {
        ...database,
        read: async (work) => {
          await store().end(endOf(first))
          return database.read(work)
        },
      }
      const second = sendTurn({ sessionId: session.id })
      begun(await createTurnStore(endsInBetween).begin(second))
      expect((await db.now.messages.get(OWNER, second.answerId)).seq).toBe(3)
    })

    test('lets exactly one of many clients begin', async () => {
      const { sessionId } = await exchange(db.now)
      const clients = [db.now, await db.another(), await db.another()]
      const turns = Array.from({ length: 9 }, () => sendTurn({ sessionId }))
      const results = await Promise.allSettled(
        turns.map((turn, i) => (clients[i % 3] ?? db.now).turnStore.begin(turn)),
      )
      const won = turns.filter((_, i) => results[i]?.status === 'fulfilled')
      expect(won).toHaveLength(1)
      for (const result of results)
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({
            code: 'session_busy',
            details: { runId: won[0]?.runId, answerId: won[0]?.answerId },
          })
      expect((await db.now.sessions.get(OWNER, sessionId)).nextSeq).toBe(4)
    })

    test('joins the run of a known client id, while it runs and after', async () => {
      const first = sendTurn({ clientId: 'mine' })
      const { session } = begun(await store().begin(first))
      const joined = { kind: 'joined', runId: first.runId, sessionId: session.id, answerId: first.answerId }
      const repeat = () => store().begin(sendTurn({ sessionId: session.id, clientId: 'mine' }))
      expect(await repeat()).toEqual(joined)
      await store().end(endOf(first))
      expect(await repeat()).toEqual(joined)
      expect(await store().begin(sendTurn({ clientId: 'mine' }))).toEqual(joined)
      const again = regenerateTurn(session.id, first.answerId)
      await store().begin(again)
      expect(await repeat()).toEqual({ ...joined, runId: again.runId, answerId: again.answerId })
      expect((await db.now.sessions.list(OWNER, { cursor: null, limit: 10 })).sessions).toHaveLength(1)
    })

    test.each(['an existing', 'a new'])(
      'stores one of two equal messages sent at once to %s session',
      async (kind) => {
        const sessionId = kind === 'a new' ? undefined : (await exchange(db.now)).sessionId
        const clientId = randomUUID()
        const other = await db.another()
        const results = await Promise.all(
          [db.now, other, db.now, other].map(({ turnStore }) =>
            turnStore.begin(sendTurn({ sessionId, clientId })),
          ),
        )
        expect(results.filter(({ kind }) => kind === 'begun')).toHaveLength(1)
        expect(results.filter(({ kind }) => kind === 'joined')).toHaveLength(3)
        expect((await db.now.sessions.list(OWNER, { cursor: null, limit: 10 })).sessions).toHaveLength(1)
      },
    )

    test('knows client ids by owner', async () => {
      await store().begin(sendTurn({ clientId: 'same' }))
      expect((await store().begin(sendTurn({ clientId: 'same', owner: 'another' }))).kind).toBe('begun')
    })

    test.each(['deleted', 'unknown', "another owner's"])('refuses a session that is %s', async (which) => {
      const { sessionId } = await exchange(db.now, { clientId: 'before' })
      if (which === 'deleted')
        await db.now.sessions.delete(OWNER, sessionId, { purgeId: 'p', now: at(1), until: at(31) })
      const turn = sendTurn({
        sessionId: which === 'unknown' ? 'unknown' : sessionId,
        owner: which === "another owner's" ? 'another' : OWNER,
      })
      await expect(store().begin(turn)).rejects.toMatchObject({ code: 'session_not_found' })
      if (which === 'deleted')
        await expect(store().begin(sendTurn({ clientId: 'before' }))).rejects.toMatchObject({
          code: 'session_not_found',
        })
    })
  })

  describe('regenerate', () => {
    test('takes the old answer off the path and answers the same message', async () => {
      const { sessionId, userId, answerId } = await exchange(db.now, { text: 'why' })
      const turn = regenerateTurn(sessionId, answerId)
      const { session, userMessage, answer } = begun(await store().begin(turn))
      expect(userMessage.id).toBe(userId)
      expect(answer.seq).toBe(2)
      expect(session).toMatchObject({ nextSeq: 3, messageCount: 3 })
      const { messages } = await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 10 })
      expect(messages.map(({ id }) => id)).toEqual([userId, turn.answerId])
      expect((await db.now.messages.get(OWNER, turn.answerId)).parentId).toBe(userId)
    })

    test('refuses anything but the last answer', async () => {
      const first = await exchange(db.now)
      const { sessionId } = first
      const second = await exchange(db.now, { sessionId })
      const refused = (id: string) => expect(store().begin(regenerateTurn(sessionId, id))).rejects
      await refused(first.answerId).toMatchObject({ code: 'invalid_request' })
      await refused(second.userId).toMatchObject({ code: 'invalid_request' })
      await refused('unknown').toMatchObject({ code: 'message_not_found' })
      await db.now.messages.addDivider(OWNER, sessionId, { id: randomUUID(), now: at(0) })
      await refused(second.answerId).toMatchObject({ code: 'invalid_request' })
    })

    test('refuses an answer that was cleared', async () => {
      const { sessionId, answerId } = await exchange(db.now)
      await db.now.sessions.clear(OWNER, sessionId, { purgeId: 'c', now: at(1), until: at(31) })
      await expect(store().begin(regenerateTurn(sessionId, answerId))).rejects.toMatchObject({
        code: 'message_not_found',
      })
    })
  })

  describe('continue', () => {
    const parts = [
      { type: 'reasoning' as const, text: 'hm' },
      { type: 'text' as const, text: 'half of' },
    ]
    const cutOff = (status: 'stopped' | 'interrupted' | 'complete' | 'failed') =>
      exchange(db.now, { text: 'why', end: { status, parts } })

    test.each(['stopped', 'interrupted'] as const)(
      'an answer that was %s: a new one takes its place and begins with what was written',
      async (status) => {
        const { sessionId, userId, answerId } = await cutOff(status)
        const turn = continueTurn(sessionId, answerId)
        const { userMessage, continued, answer } = begun(await store().begin(turn))
        expect(userMessage.id).toBe(userId)
        expect(continued).toMatchObject({ id: answerId, parts, status })
        expect(answer).toMatchObject({ id: turn.answerId, status: 'streaming' })
        const { messages } = await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 10 })
        expect(messages.map(({ id }) => id)).toEqual([userId, turn.answerId])
        expect(messages[1]?.parts).toEqual(parts)
        await db.now.processes.reap({
          processIds: [turn.processId],
          signs: 'any',
          self: { processId: 'another', owns: () => false },
          now: at(2),
        })
        expect((await db.now.messages.get(OWNER, turn.answerId)).parts).toEqual(parts)
      },
    )

    test('refuses an answer that was not cut off, or has no words', async () => {
      const refused = async ({ sessionId, answerId }: { sessionId: string; answerId: string }) =>
        expect(store().begin(continueTurn(sessionId, answerId))).rejects.toMatchObject({
          code: 'nothing_to_continue',
        })
      await refused(await cutOff('complete'))
      await refused(await cutOff('failed'))
      await refused(await exchange(db.now, { end: { status: 'stopped', parts: [] } }))
      await refused(await exchange(db.now, { end: { status: 'stopped', parts: parts.slice(0, 1) } }))
    })
  })

  describe('readFrom', () => {
    test('gives what the log has from a position on, in order, then the answer', async () => {
      const turn = sendTurn()
      const { session } = begun(await store().begin(turn))
      const entry = (part: number, offset: number, kind: 'text' | 'reasoning', text: string) => ({
        part,
        offset,
        kind,
        text,
      })
      const all = [entry(0, 0, 'reasoning', 'hm'), entry(1, 0, 'text', 'Hel'), entry(1, 3, 'text', 'lo')]
      await store().append(
        PROCESS,
        all.map((each) => ({ runId: turn.runId, ...each })),
        [turn.runId],
      )
      const from = (part: number, offset: number) => store().readFrom(OWNER, turn.runId, { part, offset })
      expect(await from(0, 0)).toEqual({ entries: all, ended: null, sessionId: session.id })
      expect((await from(0, 2)).entries).toEqual(all.slice(1))
      expect((await from(1, 3)).entries).toEqual(all.slice(2))
      expect((await from(1, 5)).entries).toEqual([])
      await store().end(endOf(turn, 'Hello'))
      expect(await from(0, 0)).toMatchObject({
        entries: [],
        ended: { status: 'complete', parts: [{ type: 'text', text: 'Hello' }] },
      })
      await expect(store().readFrom('another', turn.runId, { part: 0, offset: 0 })).rejects.toMatchObject({
        code: 'run_not_found',
      })
    })
  })

  describe('append', () => {
    const entry = (runId: string, offset: number, text: string, part = 0) => ({
      runId,
      part,
      offset,
      kind: part === 0 ? ('reasoning' as const) : ('text' as const),
      text,
    })

    test('takes any number of entries at once', async () => {
      const turn = sendTurn()
      await store().begin(turn)
      const entries = Array.from({ length: 2_500 }, (_, offset) => entry(turn.runId, offset, 'x'))
      await store().append(PROCESS, entries, [turn.runId])
      const { answer } = await store().read(OWNER, turn.runId)
      expect(answer.parts).toEqual([{ type: 'reasoning', text: 'x'.repeat(2_500) }])
    })

    test('shows what came so far to every reader', async () => {
      const turn = sendTurn()
      const { session } = begun(await store().begin(turn))
      await store().append(PROCESS, [entry(turn.runId, 0, 'hm')], [turn.runId])
      await store().append(
        PROCESS,
        [entry(turn.runId, 0, 'Hel', 1), entry(turn.runId, 3, 'lo', 1)],
        [turn.runId],
      )
      const parts = [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'Hello' },
      ]
      expect(await store().read(OWNER, turn.runId)).toMatchObject({
        ended: false,
        sessionId: session.id,
        answer: { id: turn.answerId, status: 'streaming', parts },
      })
      const page = await db.now.messages.page(OWNER, session.id, { beforeSeq: null, limit: 1 })
      expect(page.messages[0]?.parts).toEqual(parts)
      expect((await db.now.messages.get(OWNER, turn.answerId)).parts).toEqual(parts)
    })

    test('Streaming: what is sent again, longer, after a write of which nobody heard leaves no gap', async () => {
      const turn = sendTurn()
      await store().begin(turn)
      const append = (...entries: ReturnType<typeof entry>[]) =>
        store().append(PROCESS, entries, [turn.runId])
      await append(entry(turn.runId, 0, 'Hm'), entry(turn.runId, 0, 'Hel', 1))
      await append(entry(turn.runId, 0, 'Hm'), entry(turn.runId, 0, 'Hello', 1), entry(turn.runId, 0, '?', 2))
      await append(entry(turn.runId, 1, '!', 2))
      const { answer } = await store().read(OWNER, turn.runId)
      expect(answer.parts.map(({ text }) => text)).toEqual(['Hm', 'Hello', '?!'])
      const { entries } = await store().readFrom(OWNER, turn.runId, { part: 1, offset: 3 })
      expect(entries.map(({ text }) => text)).toEqual(['lo', '?', '!'])
    })

    test('says of each run whether it is ours and whether it was stopped', async () => {
      const [mine, stopped, ended] = [sendTurn(), sendTurn(), sendTurn()]
      const foreign = sendTurn({ processId: 'other' })
      for (const turn of [mine, stopped, ended, foreign]) await store().begin(turn)
      await store().end(endOf(ended))
      expect(await store().requestStop(OWNER, stopped.runId)).toEqual({ ended: false })
      expect(await store().requestStop(OWNER, ended.runId)).toEqual({ ended: true })
      await expect(store().requestStop('another', mine.runId)).rejects.toMatchObject({
        code: 'run_not_found',
      })
      const ids = [mine, stopped, ended, foreign].map(({ runId }) => runId)
      const entries = ids.map((runId) => entry(runId, 0, 'text'))
      expect(await store().append(PROCESS, entries, [...ids, 'unknown'])).toEqual([
        { runId: mine.runId, ours: true, stopRequested: false },
        { runId: stopped.runId, ours: true, stopRequested: true },
        { runId: ended.runId, ours: false, stopRequested: false },
        { runId: foreign.runId, ours: false, stopRequested: false },
        { runId: 'unknown', ours: false, stopRequested: false },
      ])
      expect((await store().read(OWNER, foreign.runId)).answer.parts).toEqual([])
    })

    test('stores the other runs where one cannot be stored, and takes a repeat for what it is', async () => {
      const [good, bad] = [sendTurn(), sendTurn()]
      for (const turn of [good, bad]) await store().begin(turn)
      const ids = [good.runId, bad.runId]
      await store().append(PROCESS, [entry(bad.runId, 0, 'first')], ids)
      // The same place twice breaks the batch; alone, the second one is known to be there.
      await store().append(PROCESS, [entry(good.runId, 0, 'kept'), entry(bad.runId, 0, 'first')], ids)
      await store().append(PROCESS, [entry(bad.runId, 5, ' more')], ids)
      expect((await store().read(OWNER, good.runId)).answer.parts).toEqual([
        { type: 'reasoning', text: 'kept' },
      ])
      expect((await store().read(OWNER, bad.runId)).answer.parts).toEqual([
        { type: 'reasoning', text: 'first more' },
      ])
    })
  })

  describe('end', () => {
    test('says whether it asks for jobs: for a title with the first answer, for what is due later', async () => {
      const { sessionId } = await exchange(db.now)
      const next = sendTurn({ sessionId })
      begun(await store().begin(next))
      expect(await store().end(endOf(next))).toMatchObject({ asked: false })
      const last = sendTurn({ sessionId })
      begun(await store().begin(last))
      expect(await store().end(endOf(last, '', { summaryDue: true }))).toMatchObject({ asked: true })
    })

    test('stores the answer, frees the session and drops the log', async () => {
      const turn = sendTurn({ text: 'why' })
      const { session } = begun(await store().begin(turn))
      await store().append(
        PROCESS,
        [{ runId: turn.runId, part: 0, offset: 0, kind: 'text', text: 'par' }],
        [turn.runId],
      )
      const parts = [
        { type: 'reasoning' as const, text: 'thinking' },
        { type: 'text' as const, text: 'because' },
      ]
      const ended = await store().end(endOf(turn, '', { parts, tokens: { cl100k: 7, o200k: 8 }, now: at(9) }))
      const { answer, ended: isEnded } = await store().read(OWNER, turn.runId)
      expect(isEnded).toBe(true)
      expect(ended).toEqual({ answer, visible: true, asked: true })
      expect(answer).toMatchObject({
        status: 'complete',
        parts,
        tokens: 8,
        usage: { input: 3, output: 2 },
        error: null,
      })
      expect(await db.now.contextMaps.words(OWNER, [answer.id])).toEqual(
        new Map([[answer.id, { content: 'because' }]]),
      )
      expect(await db.now.sessions.get(OWNER, session.id)).toMatchObject({
        answering: false,
        unread: true,
        tokenCount: 9,
        lastActiveAt: at(9).toISOString(),
      })
      expect(await db.now.database.read((db) => db.runLog.count())).toBe(0)
      expect((await store().begin(sendTurn({ sessionId: session.id }))).kind).toBe('begun')
    })

    test('keeps the failure of an answer', async () => {
      const turn = sendTurn()
      await store().begin(turn)
      const error = { code: 'model_failed' as const, message: 'No.', details: { status: 500 } }
      await store().end(endOf(turn, 'half', { status: 'failed', error, usage: null }))
      const { answer } = await store().read(OWNER, turn.runId)
      expect(answer).toMatchObject({
        status: 'failed',
        error,
        usage: null,
        parts: [{ type: 'text', text: 'half' }],
      })
    })

    test('writes nothing for a run that is over or not ours', async () => {
      const turn = sendTurn()
      await store().begin(turn)
      expect(await store().end(endOf(turn, 'stolen', { processId: 'other' }))).toBeNull()
      expect(await store().end(endOf(turn, 'first'))).not.toBeNull()
      expect(await store().end(endOf(turn, 'second'))).toBeNull()
      expect((await store().read(OWNER, turn.runId)).answer.parts).toEqual([{ type: 'text', text: 'first' }])
    })

    test('writes nothing for a run whose session was purged', async () => {
      const turn = sendTurn()
      const { session } = begun(await store().begin(turn))
      await db.now.sessions.delete(OWNER, session.id, { purgeId: 'p', now: at(0), until: at(0) })
      await db.now.purge.run('p', { kind: 'delete' })
      expect(await store().append(PROCESS, [], [turn.runId])).toEqual([
        { runId: turn.runId, ours: false, stopRequested: false },
      ])
      expect(await store().end(endOf(turn))).toBeNull()
      await expect(store().read(OWNER, turn.runId)).rejects.toMatchObject({ code: 'run_not_found' })
    })

    test('keeps the context while the answer is written, for a process that is killed', async () => {
      const turn = sendTurn()
      await db.now.turnStore.begin(turn)
      const context = contextOf({ h1: 'Be brief.' })
      const { runId } = turn
      const keep = async (processId: string) => {
        const [result] = await store().append(processId, [], [runId], [{ runId, context, now: at(1) }])
        return result?.ours
      }
      expect(await keep('another')).toBe(false)
      await expect(db.now.contextMaps.get(OWNER, turn.answerId)).resolves.toBeNull()
      expect(await keep(turn.processId)).toBe(true)
      await db.now.processes.reap({
        processIds: [turn.processId],
        signs: 'any',
        self: { processId: 'another', owns: () => false },
        now: at(2),
      })
      expect(await db.now.contextMaps.get(OWNER, turn.answerId)).toEqual({
        map: context.map,
        texts: new Map([['h1', 'Be brief.']]),
      })
      expect(await keep(turn.processId)).toBe(false)
    })

    test('an end that brings the context again changes nothing of it', async () => {
      const turn = sendTurn()
      await db.now.turnStore.begin(turn)
      const context = contextOf({ h1: 'Be brief.' })
      const { runId, processId } = turn
      const contexts = [{ runId, context, now: at(1) }]
      await store().append(processId, [], [runId], contexts)
      await store().append(processId, [], [runId], contexts)
      expect(await db.now.turnStore.end(endOf(turn, 'done', { context }))).not.toBeNull()
      expect((await db.now.contextMaps.get(OWNER, turn.answerId))?.map).toEqual(context.map)
    })

    test('stores the context map and each of its texts once', async () => {
      const context = contextOf({ h1: 'Be brief.' })
      const one = await exchange(db.now, { end: { context } })
      const two = await exchange(db.now, { end: { context } })
      for (const { answerId } of [one, two])
        expect(await db.now.contextMaps.get(OWNER, answerId)).toEqual({
          map: context.map,
          texts: new Map([['h1', 'Be brief.']]),
        })
      expect(await db.now.database.read((db) => db.promptText.count())).toBe(1)
    })
  })

  test('names the holder of a session, and whether its process lives', async () => {
    const turn = sendTurn({ now: at(1) })
    const { session } = begun(await store().begin(turn))
    const { runId, processId } = turn
    const holder = (from: Date, to = at(100)) => store().holder(OWNER, session.id, { from, to })
    expect(await store().holder(OWNER, session.id, 'any')).toEqual({ runId, processId, alive: false })
    await db.now.processes.beat({ id: PROCESS, host: 'h', pid: 1, startedAt: at(0) }, at(10))
    expect(await store().holder(OWNER, session.id, 'any')).toEqual({ runId, processId, alive: true })
    expect(await holder(at(10))).toEqual({ runId, processId, alive: true })
    expect(await holder(at(11))).toEqual({ runId, processId, alive: false })
    expect(await holder(at(0), at(9))).toEqual({ runId, processId, alive: false })
    await store().end(endOf(turn))
    expect(await store().holder(OWNER, session.id, 'any')).toBeNull()
    await expect(store().holder('another', session.id, 'any')).rejects.toMatchObject({
      code: 'session_not_found',
    })
  })
})
