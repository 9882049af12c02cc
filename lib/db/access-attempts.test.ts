import { describe, expect, test } from 'vitest'
import { type Allowances, createAccessAttempts } from './access-attempts.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const SECOND = 1_000
const LIMITS: Allowances = {
  each: { tries: 3, everyMs: 10 * SECOND },
  all: { tries: 5, everyMs: SECOND },
}

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * SECOND)

describe.each(DIALECTS)('tries of tokens on %s', (dialect) => {
  const db = useDatabase(dialect)
  const attempts = () => createAccessAttempts(db.now.database, LIMITS)
  const keys = async () => {
    const rows = await db.now.database.read((reader) => reader.accessAttempt.findMany())
    return rows.map(({ key }) => key).sort()
  }

  test('an address has so many, and then one each time that one has come back', async () => {
    const { take } = attempts()
    for (const second of [0, 1, 2]) expect(await take('a', at(second))).toBeNull()
    expect(await take('a', at(3))).toEqual(at(10))
    expect(await take('a', at(9.999))).toEqual(at(10))
    expect(await take('a', at(10))).toBeNull()
    expect(await take('a', at(10))).toEqual(at(20))
    expect(await take('b', at(10))).toBeNull()
  })

  test('after a long time it has no more than at first', async () => {
    const { take } = attempts()
    await take('a', at(0))
    for (const second of [9_000, 9_001, 9_002]) expect(await take('a', at(second))).toBeNull()
    expect(await take('a', at(9_003))).not.toBeNull()
  })

  test('all together have so many, whatever their addresses', async () => {
    const { take } = attempts()
    for (const address of ['a', 'b', 'c', 'd', 'e']) expect(await take(address, at(0))).toBeNull()
    expect(await take('f', at(0))).toEqual(at(1))
    expect(await keys()).not.toContain('f')
    expect(await take('f', at(1))).toBeNull()
  })

  test('one that only asks uses none, and hears of its own address alone', async () => {
    const { take, waitOf } = attempts()
    for (const address of ['a', 'a', 'a', 'b', 'b']) await take(address, at(0))
    expect(await take('b', at(0))).not.toBeNull()
    for (let i = 0; i < 5; i++) expect(await waitOf('b', at(0))).toBeNull()
    expect(await waitOf('a', at(0))).toEqual(at(10))
    expect(await waitOf('a', at(10))).toBeNull()
  })

  test('a right token takes none', async () => {
    const { take, giveBack } = attempts()
    for (let i = 0; i < 20; i++) {
      expect(await take('a', at(0))).toBeNull()
      await giveBack('a')
    }
    for (const second of [1, 2, 3]) expect(await take('a', at(second))).toBeNull()
    expect(await take('a', at(4))).not.toBeNull()
  })

  test('what is not held against anyone any more is not kept', async () => {
    const { take } = attempts()
    await take('a', at(0))
    await take('b', at(9))
    await take('c', at(15))
    expect(await keys()).toEqual(['*', 'b', 'c'])
  })

  test('of many at once, in two processes, no more are let through', async () => {
    const { database } = await db.another()
    const both = [attempts(), createAccessAttempts(database, LIMITS)]
    const tries = Array.from({ length: 20 }, (_, i) => both[i % 2]?.take('a', at(0)))
    const taken = (await Promise.all(tries)).filter((refused) => refused === null)
    expect(taken).toHaveLength(LIMITS.each.tries)
  })
})
