import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createLiveRun } from './live-run.ts'
import { createRunRegistry } from './run-registry.ts'
import { createRuns } from './runs.ts'

test('Streaming: stop is pressed while the database cannot be written: the call is cancelled all the same', async () => {
  const away = async () => {
    throw new AppError('database_unavailable', 'It is away.')
  }
  const registry = createRunRegistry()
  const note = () => undefined
  const runs = createRuns({
    registry,
    store: { read: away, readFrom: away, requestStop: away },
    reaper: { livingRun: away },
    log: { info: note, warn: note, error: note },
    pollMs: 1,
    patienceMs: 1,
  })
  const run = createLiveRun({ owner: 'o', runId: 'r', sessionId: 's' })
  registry.add(run)
  expect(await runs.stop('o', 'r')).toEqual({ ended: false })
  expect(run.signal.reason).toMatchObject({ kind: 'stopped' })
  await expect(runs.stop('another', 'r')).rejects.toMatchObject({ code: 'database_unavailable' })
})
