import { describe, expect, test } from 'vitest'
import { at, begun, OWNER, sendTurn } from '../db/testing/turns.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createLifeline } from './lifeline.ts'
import { createLivenessClock } from './liveness-clock.ts'
import { createReaper } from './reaper.ts'

describe.each(DIALECTS)('the heartbeat on %s', (dialect) => {
  const db = useDatabase(dialect)
  const clock = { now: () => at(100) }

  function heartbeatOf(
    id: string,
    running: number[],
    { monotonic = (): number => 0, deadAfterMs = 3_600_000, lifeline = createLifeline(deadAfterMs) } = {},
    { processes, turnStore } = db.now,
  ) {
    const liveness = createLivenessClock({ time: async () => at(100), monotonic, deadAfterMs })
    const warnings: string[] = []
    const reaper = createReaper({
      store: turnStore,
      processes,
      self: { processId: id, registry: { owns: () => false } },
      liveness,
      clock,
    })
    const heartbeat = createHeartbeat({
      processes,
      reaper,
      self: { id, host: 'here', pid: 7, startedAt: clock.now() },
      liveness,
      lifeline,
      log: {
        info: () => undefined,
        warn: (text) => warnings.push(text),
        error: (text) => warnings.push(text),
      },
      beatMs: 3_600_000,
      isRunning: (pid) => running.includes(pid),
    })
    return { ...heartbeat, reaper, warnings }
  }

  /** A process of which a row is left, and a turn that it was answering. */
  async function leftBehind(id: string, host: string, pid: number): Promise<string> {
    await db.now.processes.beat({ id, host, pid, startedAt: at(1) }, at(99))
    const { answer } = begun(await db.now.turnStore.begin(sendTurn({ processId: id })))
    return answer.id
  }
  const statusOf = async (answerId: string) => (await db.now.messages.get(OWNER, answerId)).status
  const rows = async () => (await db.now.processes.onHost('here')).map(({ id }) => id).sort()

  test('a start ends at once what the dead of its own machine left, and nothing else', async () => {
    const ofDead = await leftBehind('dead', 'here', 1)
    const ofLiving = await leftBehind('living', 'here', 2)
    const elsewhere = await leftBehind('elsewhere', 'there', 1)
    const heartbeat = heartbeatOf('new', [2, 7])
    await heartbeat.start()
    expect(await statusOf(ofDead)).toBe('interrupted')
    expect(await statusOf(ofLiving)).toBe('streaming')
    expect(await statusOf(elsewhere)).toBe('streaming')
    expect(await rows()).toEqual(['living', 'new'])
    await heartbeat.stop()
  })

  test('one that had the number of this process is dead, though that number runs', async () => {
    const answerId = await leftBehind('before', 'here', 7)
    const heartbeat = heartbeatOf('after', [7])
    await heartbeat.start()
    expect(await statusOf(answerId)).toBe('interrupted')
    await heartbeat.stop()
  })

  test('a start just after the database was away judges nobody elsewhere until they could have beaten again', async () => {
    const answerId = await leftBehind('elsewhere', 'there', 1)
    let monotonic = 0
    const heartbeat = heartbeatOf('new', [7], { monotonic: () => monotonic, deadAfterMs: 500 })
    await heartbeat.start()
    monotonic = 499
    expect(await heartbeat.reaper.reapStale()).toBe(0)
    expect(await statusOf(answerId)).toBe('streaming')
    monotonic = 500
    expect(await heartbeat.reaper.reapStale()).toBe(1)
    expect(await statusOf(answerId)).toBe('interrupted')
    await heartbeat.stop()
  })

  test('a beat counts from before it is written, and one that could not be written does not count', async () => {
    const order: string[] = []
    let isAway = false
    const processes: typeof db.now.processes = {
      ...db.now.processes,
      async beat(row, now) {
        order.push('written')
        if (isAway) throw new Error('It is away.')
        await db.now.processes.beat(row, now)
      },
    }
    const beat = () => {
      order.push('begun')
      return () => void order.push('counted')
    }
    const lifeline = { ...createLifeline(1), beat }
    const heartbeat = heartbeatOf('own', [7], { lifeline }, { ...db.now, processes })
    isAway = true
    await expect(heartbeat.start()).rejects.toThrow('It is away.')
    expect(order.splice(0)).toEqual(['begun', 'written'])
    isAway = false
    await heartbeat.start()
    expect(order).toEqual(['begun', 'written', 'counted'])
    await heartbeat.stop()
  })

  test('a stop leaves no row', async () => {
    const heartbeat = heartbeatOf('own', [7])
    await heartbeat.start()
    expect(await rows()).toEqual(['own'])
    await heartbeat.stop()
    expect(await rows()).toEqual([])
    expect(heartbeat.warnings).toEqual([])
  })
})
