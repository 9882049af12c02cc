import { afterAll, expect, test } from 'vitest'
import type { TokenCounts } from '../ports/token-counter.ts'
import { countBoth } from './count-both.ts'
import { createCountThread } from './count-thread.ts'
import { createTokenCounter, LONG_TEXT } from './token-counter.ts'

const counter = createTokenCounter()
afterAll(() => counter.close())

test('counts a short text in both encodings', async () => {
  expect(await counter.count("Grüße, it's 12345")).toEqual(countBoth("Grüße, it's 12345"))
})

test('Counting: 1 MB of one letter is counted exactly, while the event loop keeps turning', async () => {
  const text = 'a'.repeat(1_000_000)
  let turns = 0
  let done = false
  const turn = () => {
    turns++
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  const counts: TokenCounts = await counter.count(text)
  done = true
  expect(counts).toEqual({ cl100k: 125_000, o200k: 125_000 })
  // In place it would be one turn at most; the counting lasts for thousands.
  expect(turns).toBeGreaterThan(50)
})

test('a text goes to the thread from the length on that says so, and not before', async () => {
  const handedOver: number[] = []
  const split = createTokenCounter({
    async count(text) {
      handedOver.push(text.length)
      return { cl100k: -1, o200k: -1 }
    },
    close: async () => undefined,
  })
  const below = 'word '.repeat(LONG_TEXT).slice(0, LONG_TEXT - 1)
  expect(await split.count(below)).toEqual(countBoth(below))
  expect(await split.count(`${below} `)).toEqual({ cl100k: -1, o200k: -1 })
  expect(handedOver).toEqual([LONG_TEXT])
})

test('a closed counter refuses long texts as a server that is shutting down', async () => {
  const closed = createTokenCounter(createCountThread())
  await closed.close()
  await expect(closed.count('a'.repeat(LONG_TEXT))).rejects.toMatchObject({ code: 'shutting_down' })
})
