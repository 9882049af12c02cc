import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { KnownOfModels } from '../ports/chat-models.ts'
import { healthReport } from '../schemas/health.ts'
import { createHealth, type Vitals } from './health.ts'

const GOOD: KnownOfModels = { provider: 'openai', failures: [] }

/** Time stands until `late` is called. */
function health(open: () => Promise<Vitals>) {
  const clock = Promise.withResolvers<void>()
  const errors: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (message: string) => errors.push(message),
  }
  const { check } = createHealth({ open, withinMs: 1_000, log, wait: () => clock.promise })
  return { check: async () => healthReport.parse(await check()), late: clock.resolve, errors }
}

const vitals = (ping: () => Promise<void>, known: KnownOfModels | null = GOOD) => ({
  ping,
  models: { known: () => known },
})
const answers = async () => undefined
const away = async () => {
  throw new AppError('database_unavailable', 'It is away.')
}

test('all is well', async () => {
  expect(await health(async () => vitals(answers)).check()).toEqual({
    status: 'ok',
    live: true,
    ready: true,
    database: { state: 'ok' },
    model: { state: 'ok', provider: 'openai' },
    degraded: [],
  })
})

test('models that nobody has looked for yet are not known, which is no fault', async () => {
  expect(await health(async () => vitals(answers, null)).check()).toMatchObject({
    status: 'ok',
    ready: true,
    model: { state: 'unknown', provider: null },
  })
})

test('a server of models that does not answer degrades it, and a message can still be taken', async () => {
  const known: KnownOfModels = {
    provider: 'compatible',
    failures: ['model_unauthorized', 'model_unauthorized'],
  }
  expect(await health(async () => vitals(answers, known)).check()).toMatchObject({
    status: 'degraded',
    ready: true,
    database: { state: 'ok' },
    model: { state: 'degraded', provider: 'compatible' },
    degraded: ['model_unauthorized'],
  })
})

test('without the database it lives and is not ready; what is known of models is still told', async () => {
  expect(await health(async () => vitals(away)).check()).toMatchObject({
    status: 'degraded',
    live: true,
    ready: false,
    database: { state: 'unavailable' },
    model: { state: 'ok', provider: 'openai' },
    degraded: ['database_unavailable'],
  })
  const unopened = health(() => Promise.reject(new AppError('database_unavailable', 'It cannot be opened.')))
  expect(await unopened.check()).toMatchObject({ ready: false, model: { state: 'unknown' } })
})

test('a database that hangs is waited for so long, with one question for all who ask', async () => {
  let asked = 0
  const back = Promise.withResolvers<void>()
  const { check, late } = health(async () =>
    vitals(() => {
      asked++
      return back.promise
    }),
  )
  const checks = [check(), check(), check()]
  late()
  for (const report of await Promise.all(checks))
    expect(report).toMatchObject({ ready: false, degraded: ['database_unavailable'] })
  expect(asked).toBe(1)
  back.resolve()
  // Once that question is answered, the next check asks anew.
  const askedInAll = async () => {
    await check()
    return asked
  }
  await expect.poll(askedInAll).toBeGreaterThan(1)
})

test('a failure that it does not know is told in the log, and not to the caller', async () => {
  const { check, errors } = health(async () => vitals(() => Promise.reject(new Error('secret'))))
  const report = await check()
  expect(report).toMatchObject({ ready: false, degraded: ['internal'] })
  expect(JSON.stringify(report)).not.toContain('secret')
  expect(errors).toHaveLength(1)
})
