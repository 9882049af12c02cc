import { describe, expect, test } from 'vitest'
import type { SignsOfLife } from '../ports/processes.ts'
import { at, begun, endOf, OWNER, PROCESS, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('processes on %s', (dialect) => {
  const db = useDatabase(dialect)
  const row = (id: string, host = 'here') => ({ id, host, pid: 7, startedAt: at(0) })
  const self = { processId: 'the reaper', owns: () => false }
  const since = (from: Date) => ({ from, to: at(1_000) })
  const reap = (from: Date, processIds: string[] = []) =>
    db.now.processes.reap({ processIds, signs: since(from), self, now: at(60) })

  async function halfAnswered(processId = PROCESS) {
    const turn = sendTurn({ text: 'why', processId })
    const { session } = begun(await db.now.turnStore.begin(turn))
    const part = (part: number, offset: number, kind: 'text' | 'reasoning', text: string) => ({
      runId: turn.runId,
      part,
      offset,
      kind,
      text,
    })
    const entries = [
      part(0, 0, 'reasoning', 'let me see'),
      part(1, 0, 'text', 'it is '),
      part(1, 6, 'text', 'late'),
    ]
    await db.now.turnStore.append(processId, entries.toReversed(), [turn.runId])
    return { turn, sessionId: session.id }
  }

  test('are listed by machine, from the first beat until they leave', async () => {
    await db.now.processes.beat(row('a'), at(1))
    await db.now.processes.beat(row('a'), at(2))
    await db.now.processes.beat(row('b', 'there'), at(2))
    expect(await db.now.processes.onHost('here')).toEqual([row('a')])
    await db.now.processes.leave('a')
    expect(await db.now.processes.onHost('here')).toEqual([])
  })

  test('that beat keep their runs', async () => {
    const { turn } = await halfAnswered()
    await db.now.processes.beat(row(PROCESS), at(50))
    expect(await reap(at(50))).toBe(0)
    expect((await db.now.turnStore.read(OWNER, turn.runId)).ended).toBe(false)
  })

  test.each(['silent', 'named', 'unknown'])(
    'that are %s lose them: interrupted, text kept, session free',
    async (how) => {
      const { turn, sessionId } = await halfAnswered()
      if (how !== 'unknown') await db.now.processes.beat(row(PROCESS), at(50))
      expect(await (how === 'named' ? reap(at(40), [PROCESS]) : reap(at(51)))).toBe(1)
      expect(await db.now.turnStore.read(OWNER, turn.runId)).toMatchObject({
        ended: true,
        answer: {
          status: 'interrupted',
          tokens: 3,
          parts: [
            { type: 'reasoning', text: 'let me see' },
            { type: 'text', text: 'it is late' },
          ],
        },
      })
      expect(await db.now.sessions.get(OWNER, sessionId)).toMatchObject({
        answering: false,
        unread: true,
        tokenCount: 4,
      })
      expect(await db.now.database.read((db) => db.runLog.count())).toBe(0)
      expect(await db.now.processes.onHost('here')).toEqual([])
      expect(await db.now.turnStore.end(endOf(turn))).toBeNull()
      expect(await reap(at(51))).toBe(0)
    },
  )

  test('that beat in a future are dead: the clock went back since', async () => {
    const { turn } = await halfAnswered()
    await db.now.processes.beat(row(PROCESS), at(3_600))
    const reapBy = (signs: SignsOfLife) => db.now.processes.reap({ processIds: [], signs, self, now: at(60) })
    expect(await reapBy('any')).toBe(0)
    expect(await reapBy({ from: at(0), to: at(100) })).toBe(1)
    expect((await db.now.turnStore.read(OWNER, turn.runId)).ended).toBe(true)
    expect(await db.now.processes.onHost('here')).toEqual([])
  })

  test('end of their own runs those that they do not write, and no others, however late they beat', async () => {
    const [written, left] = [await halfAnswered('me'), await halfAnswered('me')]
    const me = { processId: 'me', owns: (runId: string) => runId === written.turn.runId }
    await db.now.processes.beat(row('me'), at(1))
    expect(await db.now.processes.reap({ processIds: [], signs: since(at(51)), self: me, now: at(60) })).toBe(
      1,
    )
    expect((await db.now.turnStore.read(OWNER, written.turn.runId)).ended).toBe(false)
    expect((await db.now.turnStore.read(OWNER, left.turn.runId)).ended).toBe(true)
    expect(await db.now.processes.onHost('here')).toEqual([row('me')])
  })

  test('share the clock of the database', async () => {
    const before = Date.now()
    const time = await db.now.processes.time()
    // Within what two clocks of one machine may round to.
    expect(Math.abs(time.getTime() - before)).toBeLessThan(60_000)
  })

  test('that are dead are reaped once, however many notice', async () => {
    const [one, two] = [await halfAnswered(), await halfAnswered()]
    const other = await db.another()
    const options = { processIds: [], signs: since(at(51)), self, now: at(60) }
    const counts = await Promise.all([
      db.now.processes.reap(options),
      other.processes.reap(options),
      db.now.processes.reap(options),
    ])
    expect(counts.reduce((sum, count) => sum + count)).toBe(2)
    for (const { sessionId } of [one, two])
      expect(await db.now.sessions.get(OWNER, sessionId)).toMatchObject({ answering: false, tokenCount: 4 })
  })

  test('leave an answer without a word as an empty one', async () => {
    const turn = sendTurn()
    await db.now.turnStore.begin(turn)
    expect(await reap(at(51))).toBe(1)
    expect((await db.now.turnStore.read(OWNER, turn.runId)).answer).toMatchObject({
      status: 'interrupted',
      parts: [],
      tokens: 0,
    })
  })
})
