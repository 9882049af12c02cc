import { describe, expect, test } from 'vitest'
import { rowsNeeded } from './read-back.ts'
import { costOf, path, planInput } from './testing/stored-rows.ts'
import type { StoredMessage } from './types.ts'

describe('rowsNeeded', () => {
  const below = (line: string, edit?: Parameters<typeof path>[1]) =>
    path(line, edit).map((row) => ({ ...row, seq: row.seq + 1_000 }))
  const needed = (
    rows: StoredMessage[],
    settings: Parameters<typeof planInput>[1] = {},
    meanTokens?: number,
  ) => rowsNeeded({ ...planInput(rows, settings), firstSeq: 0, meanTokens }, rows)

  test('is a first page as long as the new message stands alone', () => {
    expect([needed([]), needed(below('u'))]).toEqual([32, 32])
    expect([needed([], { maxExchanges: 3 }), needed(below('u'), { maxExchanges: 3 })]).toEqual([8, 8])
  })

  test('is a first page that the mean length fills the limit with, and a tenth more, within bounds', () => {
    const first = [10, 2, 500].map((mean) => needed([], { tokens: costOf(50) }, mean))
    expect(first).toEqual([56, 128, 8])
  })

  test('is then a guess by what was filled, and a tenth more', () => {
    const rows = below(`${'u a '.repeat(20)}u`)
    // Of 60 rows of room 40 are filled; of 30 exchanges 20.
    const guess = Math.ceil(41 * (1.1 * 1.5 - 1))
    expect(needed(rows, { tokens: costOf(61) })).toBe(guess)
    expect(needed(rows, { maxExchanges: 30 })).toBe(guess)
  })

  test('is at most thrice what was read, and at least eight or a quarter of it', () => {
    const rows = below(`${'u a '.repeat(20)}u`)
    expect(needed(rows, { tokens: costOf(1_000) })).toBe(3 * 41)
    expect(needed(rows, { tokens: costOf(41) })).toBe(11)
    expect(needed(below('u a u'), { tokens: costOf(3) })).toBe(8)
    expect(needed(below('a u'))).toBe(8)
  })

  test('does not trip over a history that has no room, and takes none', () => {
    const rows = below('u a u a u', { 0: { excluded: true }, 2: { excluded: true } })
    expect(needed(rows, { tokens: costOf(1) })).toBe(15)
  })
})
