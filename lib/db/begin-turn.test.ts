import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Database } from './client.ts'
import { at, begun, endOf, exchange, OWNER, regenerateTurn, sendTurn } from './testing/turns.ts'
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
})
