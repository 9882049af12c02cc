import { expect, test } from 'vitest'
import type { Rates, RateUse } from '../ports/rates.ts'
import { createRateLimits } from './rate-limits.ts'

const NOON = Date.UTC(2026, 10, 30, 12)
const limited = (retryAfterSeconds: number) => ({
  code: 'rate_limited',
  status: 429,
  details: { retryAfterSeconds },
})

/** Counts in memory; `asked`: how often it was asked to. */
function memoryRates() {
  const counts = new Map<string, number>()
  const forgotten: Record<RateUse['kind'], number>[] = []
  let asked = 0
  const rates: Rates = {
    async add(uses) {
      asked++
      return uses.map(({ kind, period, who, count }) => {
        const key = `${kind} ${period} ${who}`
        counts.set(key, (counts.get(key) ?? 0) + count)
        return counts.get(key)
      }) as { [Place in keyof typeof uses]: number }
    },
    forgetBefore: async (periods) => void forgotten.push(periods),
  }
  return { rates, asked: () => asked, forgotten }
}

function limitsOf(
  limits: { turnsPerMinute?: number; tokensPerDay?: number },
  memory = memoryRates(),
  time = { now: NOON },
) {
  const warnings: string[] = []
  const log = {
    info: () => undefined,
    warn: (message: string) => warnings.push(message),
    error: () => undefined,
  }
  const created = createRateLimits({
    rates: memory.rates,
    clock: { now: () => new Date(time.now) },
    log,
    turnsPerMinute: limits.turnsPerMinute,
    tokensPerDay: limits.tokensPerDay,
  })
  return { ...created, ...memory, warnings, time }
}

test('without limits nothing is asked and nothing is refused', async () => {
  const { admit, spent, asked } = limitsOf({})
  for (let i = 0; i < 100; i++) await admit('a')
  await spent('a', 1e9)
  expect(asked()).toBe(0)
})

test('so many turns in a minute, for each caller; then after the rest of it', async () => {
  const { admit, time } = limitsOf({ turnsPerMinute: 2 })
  time.now = NOON + 40_500
  await admit('a')
  await admit('a')
  await expect(admit('a')).rejects.toMatchObject(limited(20))
  await admit('b')
  time.now = NOON + 59_999
  await expect(admit('a')).rejects.toMatchObject(limited(1))
  time.now = NOON + 60_000
  await admit('a')
})

test('who was refused asks nothing of the database until the period is over', async () => {
  const { admit, asked } = limitsOf({ turnsPerMinute: 1 })
  await admit('a')
  await expect(admit('a')).rejects.toMatchObject(limited(60))
  const before = asked()
  for (let i = 0; i < 50; i++) await expect(admit('a')).rejects.toMatchObject(limited(60))
  expect(asked()).toBe(before)
})

test('tokens by the day of UTC: the turn that takes the last of them is let in, the next one is not', async () => {
  const { admit, spent, time } = limitsOf({ tokensPerDay: 100 })
  await admit('a')
  await spent('a', 99)
  await admit('a')
  await spent('a', 5_000)
  await expect(admit('a')).rejects.toMatchObject(limited(12 * 3_600))
  await admit('b')
  time.now = Date.UTC(2026, 11, 1)
  await admit('a')
})

test('of both limits the longer wait is told', async () => {
  const { admit, spent } = limitsOf({ turnsPerMinute: 1, tokensPerDay: 10 })
  await admit('a')
  await spent('a', 10)
  await expect(admit('a')).rejects.toMatchObject(limited(12 * 3_600))
})

test('several processes share what was used', async () => {
  const memory = memoryRates()
  const [one, other] = [limitsOf({ turnsPerMinute: 3 }, memory), limitsOf({ turnsPerMinute: 3 }, memory)]
  await one.admit('a')
  await other.admit('a')
  await one.admit('a')
  await expect(other.admit('a')).rejects.toMatchObject(limited(60))
})

test('what is over is forgotten once an hour', async () => {
  const { admit, forgotten, time } = limitsOf({ turnsPerMinute: 1_000 })
  for (const minutes of [0, 1, 59, 60, 61]) {
    time.now = NOON + minutes * 60_000
    await admit('a')
  }
  const minute = NOON / 60_000
  const day = Math.floor(minute / 1_440)
  expect(forgotten).toEqual([
    { turns: minute, tokens: day },
    { turns: minute + 60, tokens: day },
  ])
})

test('tokens that cannot be counted are told in the log, and hurt nobody', async () => {
  const memory = memoryRates()
  memory.rates.add = () => Promise.reject(new Error('away'))
  const { spent, warnings } = limitsOf({ tokensPerDay: 10 }, memory)
  await spent('a', 5)
  expect(warnings).toHaveLength(1)
})

test('how many tokens there were is asked only where they are limited, and a count that fails ends nothing', async () => {
  const count = () => Promise.reject(new Error('The counter is closed.'))
  const free = limitsOf({ turnsPerMinute: 5 })
  await free.spent('a', count)
  expect(free.warnings).toEqual([])
  const { spent, warnings } = limitsOf({ tokensPerDay: 10 })
  await spent('a', count)
  expect(warnings).toHaveLength(1)
})
