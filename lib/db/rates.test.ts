import { describe, expect, test } from 'vitest'
import type { RateUse } from '../ports/rates.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('rates on %s', (dialect) => {
  const db = useDatabase(dialect)
  const turn = (who = 'a', period = 1): RateUse => ({ kind: 'turns', period, who, count: 1 })
  const tokens = (count: number, who = 'a', period = 1): RateUse => ({ kind: 'tokens', period, who, count })

  test('each caller, kind and period counts by itself', async () => {
    const { rates } = db.now
    expect(await rates.add([turn(), tokens(0)])).toEqual([1, 0])
    expect(await rates.add([turn()])).toEqual([2])
    expect(await rates.add([tokens(500)])).toEqual([500])
    expect(await rates.add([tokens(0), turn()])).toEqual([500, 3])
    expect(await rates.add([turn('b')])).toEqual([1])
    expect(await rates.add([turn('a', 2)])).toEqual([1])
  })

  test('what several processes add at once is counted once each', async () => {
    const others = [db.now, await db.another()]
    const totals = await Promise.all(
      Array.from({ length: 40 }, (_, index) => others[index % 2]?.rates.add([turn(), tokens(10)])),
    )
    const sorted = (place: number) => totals.map((total) => total?.[place] ?? 0).sort((a, b) => a - b)
    expect(sorted(0)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(sorted(1)).toEqual(Array.from({ length: 40 }, (_, index) => 10 * (index + 1)))
  })

  test('what is over is forgotten, and nothing else', async () => {
    const { rates } = db.now
    await rates.add([turn('a', 5), turn('a', 6), tokens(7, 'a', 1), tokens(8, 'a', 2)])
    await rates.forgetBefore({ turns: 6, tokens: 2 })
    expect(await rates.add([turn('a', 5), turn('a', 6), tokens(0, 'a', 1), tokens(0, 'a', 2)])).toEqual([
      1, 2, 0, 8,
    ])
  })
})
