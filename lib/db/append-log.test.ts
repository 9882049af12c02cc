import { describe, expect, test } from 'vitest'
import { begun, endOf, OWNER, PROCESS, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('the turn store on %s', (dialect) => {
  const db = useDatabase(dialect)
  const store = () => db.now.turnStore

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
})
