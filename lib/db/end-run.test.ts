import { describe, expect, test } from 'vitest'
import { at, begun, contextOf, endOf, exchange, OWNER, PROCESS, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('the turn store on %s', (dialect) => {
  const db = useDatabase(dialect)
  const store = () => db.now.turnStore

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
})
