import { describe, expect, test } from 'vitest'
import { INDEX_JOB } from '../schemas/job.ts'
import { indexQueueOf, REMEMBER } from './testing/index-queue.ts'
import { at, endOf, exchange, OWNER, regenerateTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('what waits to be indexed on %s', (dialect) => {
  const db = useDatabase(dialect)
  const { texts, vectors, said, jobs, remembered, index, embed, hide } = indexQueueOf(db)

  describe('an answer that is to be remembered', () => {
    test('waits with its question, and asks for one job', async () => {
      const { sessionId } = await remembered({ text: 'one', answer: 'eins' })
      await remembered({ sessionId, text: 'two', answer: 'zwei', now: at(1) })
      expect(await said()).toEqual([
        ['two', 'zwei'],
        ['one', 'eins'],
      ])
      expect(await jobs()).toContain(INDEX_JOB)
      expect((await jobs()).filter((kind) => kind === INDEX_JOB)).toHaveLength(1)
    })

    test('asks for all that is missing where a client told of others with it, also where it failed', async () => {
      await exchange(db.now, { end: { status: 'failed', rememberBefore: true } })
      const asked = await db.now.database.read((tx) => tx.job.findMany({ where: { kind: INDEX_JOB } }))
      expect(asked).toMatchObject([{ payload: { missing: true } }])
    })

    test('is not asked for where nobody wants it', async () => {
      await exchange(db.now, { text: 'one' })
      expect(await said()).toEqual([])
      expect(await jobs()).not.toContain(INDEX_JOB)
    })

    test('by the built-in model leaves what the user said alone', async () => {
      await exchange(db.now, { text: 'one', answer: 'a quote of anything', end: REMEMBER })
      expect(await said()).toEqual([['one', null]])
    })

    test('of a temporary session, or one that only calls tools, is none', async () => {
      await remembered({ kind: { temporary: true } })
      const toolCalls = [{ id: 'c', name: 'look', arguments: '{}' }]
      await remembered({ text: 'two', end: { toolCalls, parts: [] } })
      expect(await said()).toEqual([])
      expect(await jobs()).not.toContain(INDEX_JOB)
    })

    test('takes the place of the one before it, and waits anew', async () => {
      const { sessionId, answerId } = await remembered({ text: 'one', answer: 'eins' })
      await index()
      await embed()
      expect([await texts(), await vectors()]).toEqual([[], []])
      const turn = { ...regenerateTurn(sessionId, answerId), model: 'compatible/x' }
      await db.now.turnStore.begin(turn)
      await db.now.turnStore.end(endOf(turn, 'uno', REMEMBER))
      expect(await said()).toEqual([['one', 'uno']])
      expect(await vectors()).toEqual([])
    })

    test('waits anew without its answer where that was forgotten alone, and with it after an undo', async () => {
      const { answerId } = await remembered({ text: 'one', answer: 'eins' })
      await index()
      await db.now.database.write((tx) => tx.job.deleteMany())
      const plan = { purgeId: 'f', now: at(6), until: at(36), titleOf: (text: string) => text }
      await db.now.exchangeForgetting.forgetExchanges(OWNER, { exchangeIds: [], answerIds: [answerId] }, plan)
      expect(await said()).toEqual([['one', null]])
      expect(await jobs()).toContain(INDEX_JOB)
      await index()
      await db.now.database.write((tx) => tx.job.deleteMany({ where: { kind: INDEX_JOB } }))
      await db.now.sessions.undo(OWNER, 'f')
      expect(await said()).toEqual([['one', 'eins']])
      expect(await jobs()).toContain(INDEX_JOB)
    })

    test('keeps the end user whom a client named', async () => {
      const { userId } = await remembered({ kind: { source: 'interface', user: 'ann' } })
      const row = await db.now.database.read((tx) => tx.exchange.findUnique({ where: { id: userId } }))
      expect(row).toMatchObject({ owner: OWNER, user: 'ann', seq: 0, indexedAt: null, model: null })
    })
  })

  describe('what nobody can see is not read', () => {
    test('a deleted session, until that is undone', async () => {
      const { sessionId } = await remembered()
      await index()
      await remembered({ sessionId, text: 'two' })
      await hide(sessionId)
      expect([await texts(), await vectors()]).toEqual([[], []])
      await db.now.sessions.undo(OWNER, 'p')
      expect([(await texts()).length, (await vectors()).length]).toEqual([1, 1])
    })

    test('an excluded exchange, and what was cleared', async () => {
      const { sessionId, userId } = await remembered()
      await remembered({ sessionId, text: 'two' })
      await db.now.messages.mark(OWNER, sessionId, userId, { mark: 'excluded', now: at(2) })
      expect((await said()).map(([question]) => question)).toEqual(['two'])
      await db.now.sessions.clear(OWNER, sessionId, { purgeId: 'c', now: at(6), until: at(36) })
      expect(await said()).toEqual([])
    })

    test('what another owner said', async () => {
      await remembered({ owner: 'other' })
      expect(await said()).toEqual([])
    })
  })
})
