import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { at, begun, continueTurn, exchange, OWNER, regenerateTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('the turn store on %s', (dialect) => {
  const db = useDatabase(dialect)
  const store = () => db.now.turnStore

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
})
