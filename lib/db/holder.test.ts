import { describe, expect, test } from 'vitest'
import { at, begun, endOf, OWNER, PROCESS, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('the turn store on %s', (dialect) => {
  const db = useDatabase(dialect)
  const store = () => db.now.turnStore

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
