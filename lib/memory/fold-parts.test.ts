import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FoldPart, foldParts, isTold } from './fold-parts.ts'
import { exchangesOf, path } from './testing/stored-rows.ts'
import type { StoredMessage } from './types.ts'

/** What a one-line row of 10 tokens takes. */
const ROW = 10 + 2 * 2 + 4

async function partsOf(rows: StoredMessage[], room: number): Promise<FoldPart[]> {
  const parts: FoldPart[] = []
  for await (const part of foldParts(exchangesOf(rows), () => room)) parts.push(part)
  return parts
}

const saidIn = (parts: FoldPart[]) => parts.map(({ messages }) => messages.map(({ content }) => content))

describe('exchanges in parts', () => {
  test('as many whole ones as have room, oldest first', async () => {
    const parts = await partsOf(path('u a u a u a'), 4 * ROW + 1)
    expect(saidIn(parts)).toEqual([
      ['text 0', 'text 1', 'text 2', 'text 3'],
      ['text 4', 'text 5'],
    ])
    expect(parts).toMatchObject([
      { toSeq: 3, tokens: 4 * ROW, told: [0, 1, 2, 3], omitted: [] },
      { toSeq: 5, tokens: 2 * ROW, told: [4, 5], omitted: [] },
    ])
  })

  test('ask for the room of each part when it is begun', async () => {
    const rooms = [2 * ROW, 4 * ROW]
    const parts: FoldPart[] = []
    for await (const part of foldParts(exchangesOf(path('u a u a u a')), () => rooms.shift() ?? 0))
      parts.push(part)
    expect(parts.map(({ toSeq }) => toSeq)).toEqual([1, 5])
  })

  test('Summarising: the end moves past no message that was not shown, also where an exchange goes over several parts', async () => {
    const parts = await partsOf(path('u a u a a u a'), 2 * ROW)
    expect(saidIn(parts)).toEqual([
      ['text 0', 'text 1'],
      ['text 2', 'text 3'],
      ['text 4'],
      ['text 5', 'text 6'],
    ])
    expect(parts.map(({ toSeq }) => toSeq)).toEqual([1, null, 4, 6])
  })

  test('a message that is larger is cut, between characters, and counted once', async () => {
    const text = '🐈'.repeat(60)
    const parts = await partsOf(path('u a', { 1: { text, tokens: 120 } }), 60)
    const pieces = saidIn(parts).flat()
    // Its 128 tokens in threes, each of about three quarters of a part.
    expect(pieces).toHaveLength(4)
    expect(pieces[0]).toBe('text 0')
    expect(pieces.slice(1).join('')).toBe(text)
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
    expect(parts.slice(0, -1).every(({ toSeq }) => toSeq === null)).toBe(true)
    expect(parts.at(-1)?.toSeq).toBe(1)
    expect(parts.flatMap(({ told }) => told)).toEqual([0, 1])
  })
})

test('a message that just fills a part is not cut', async () => {
  expect(saidIn(await partsOf(path('u'), ROW))).toEqual([['text 0']])
})

test('where a part has room for nothing, it holds one letter all the same', async () => {
  expect(saidIn(await partsOf(path('u'), 0))).toEqual(Array.from('text 0', (letter) => [letter]))
})

describe('what is not told', () => {
  test('stands in ranges with their reasons', async () => {
    const rows = path('u a u a u a u a u a', {
      2: { excluded: true },
      5: { status: 'failed' },
      6: { excluded: true },
      8: { pinned: true },
    })
    const [part, ...more] = await partsOf(rows, 1_000)
    expect(more).toEqual([])
    expect(part?.messages.map(({ content }) => content)).toEqual(['text 0', 'text 1', 'text 4'])
    expect(part).toMatchObject({
      toSeq: 9,
      told: [0, 1, 4],
      omitted: [
        { fromSeq: 2, toSeq: 3, reason: 'excluded' },
        { fromSeq: 5, toSeq: 5, reason: 'failed' },
        { fromSeq: 6, toSeq: 7, reason: 'excluded' },
        { fromSeq: 8, toSeq: 9, reason: 'pinned' },
      ],
    })
  })

  test('is one range over exchanges that follow each other', async () => {
    const excluded = { excluded: true }
    const [part] = await partsOf(path('u a u a u a', { 0: excluded, 3: excluded }), 1_000)
    expect(part?.omitted).toEqual([{ fromSeq: 0, toSeq: 3, reason: 'excluded' }])
  })

  test('is named where the exchange that it stands before ends, and not sooner', async () => {
    const parts = await partsOf(path('u a u a a', { 0: { excluded: true } }), 2 * ROW)
    expect(parts.map(({ toSeq, omitted }) => [toSeq, omitted])).toEqual([
      [null, []],
      [4, [{ fromSeq: 0, toSeq: 1, reason: 'excluded' }]],
    ])
  })

  test('is no part where nothing else is there', async () => {
    expect(await partsOf(path('u a', { 0: { pinned: true } }), 1_000)).toEqual([])
    expect(await partsOf([], 1_000)).toEqual([])
  })
})

test('an exchange is told where any of its messages is', () => {
  expect(isTold(path('u a'))).toBe(true)
  expect(isTold(path('u a', { 1: { status: 'failed' } }))).toBe(true)
  expect(isTold(path('u a', { 1: { excluded: true } }))).toBe(false)
  expect(isTold(path('u a', { 1: { pinned: true } }))).toBe(false)
})

test('whatever the rows, each is told to its end once or stands in what is not, and no part is too large', async () => {
  const rows = fc
    .array(
      fc.record({
        role: fc.constantFrom<StoredMessage['role']>('user', 'assistant', 'assistant'),
        length: fc.nat(200),
        pinned: fc.nat(9).map((n) => n === 0),
        excluded: fc.nat(9).map((n) => n === 0),
        failed: fc.nat(9).map((n) => n === 0),
      }),
      { maxLength: 30 },
    )
    .map((drawn) =>
      drawn.map(({ role, length, pinned, excluded, failed }, seq): StoredMessage => {
        const text = 'x'.repeat(length)
        const status = failed ? 'failed' : 'complete'
        return { id: `m${seq}`, seq, role, text, tokens: length, pinned, excluded, status }
      }),
    )
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 30, max: 400 }), async (drawn, room) => {
      const parts = await partsOf(drawn, room)
      const end = parts.at(-1)?.toSeq ?? -1
      const omitted = parts.flatMap((part) => part.omitted)
      const told = drawn.filter(
        ({ seq }) => seq <= end && !omitted.some(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq),
      )
      expect(saidIn(parts).flat().join('')).toBe(told.map(({ text }) => text).join(''))
      expect(parts.flatMap((part) => part.told)).toEqual(told.map(({ seq }) => seq))
      for (const part of parts) {
        expect(part.tokens).toBeLessThanOrEqual(room)
        expect(part.messages).not.toEqual([])
      }
    }),
  )
})
