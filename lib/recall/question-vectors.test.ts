import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQuestionVectors } from './question-vectors.ts'

const EAST = Float32Array.from([1, 0])
const LATE = { vector: null, failure: 'The embedding model took too long.' }

/** An embedder that answers when it is told to, and limits that pass when they are told to. */
function slow() {
  const limits: { ms: number; pass(): void }[] = []
  const answers: (() => void)[] = []
  const vectorOf = createQuestionVectors({
    embedder: {
      model: 'slow',
      embed: () => new Promise((resolve) => answers.push(() => resolve([EAST]))),
    },
    withinMs: 5_000,
    timeout(ms) {
      const controller = new AbortController()
      limits.push({ ms, pass: () => controller.abort(new Error('It is over.')) })
      return controller.signal
    },
  })
  return { limits, answers, vectorOf }
}

test('a question waits for its vector as long as it may', async () => {
  const { limits, answers, vectorOf } = slow()
  const asked = vectorOf('Tea?')
  answers[0]?.()
  expect(await asked).toEqual({ vector: EAST, failure: null })
  expect(limits.map(({ ms }) => ms)).toEqual([5_000])
})

test('after one that waited in vain the next wait a tenth of that, until one is answered in time', async () => {
  const { limits, answers, vectorOf } = slow()
  const first = vectorOf('Tea?')
  limits[0]?.pass()
  expect(await first).toEqual(LATE)

  const second = vectorOf('Milk?')
  expect(limits.map(({ ms }) => ms)).toEqual([5_000, 5_000, 500])
  limits[2]?.pass()
  expect(await second).toEqual(LATE)
  answers[1]?.()
  await setImmediate()

  const third = vectorOf('Sugar?')
  expect(limits.slice(3).map(({ ms }) => ms)).toEqual([5_000])
  answers[2]?.()
  expect((await third).vector).toEqual(EAST)
})

test('a failure at once makes nobody hurry', async () => {
  const limits: number[] = []
  const vectorOf = createQuestionVectors({
    embedder: { model: 'away', embed: () => Promise.reject(new Error('It is away.')) },
    withinMs: 5_000,
    timeout(ms) {
      limits.push(ms)
      return new AbortController().signal
    },
  })
  expect(await vectorOf('Tea?')).toEqual({ vector: null, failure: 'It is away.' })
  expect(await vectorOf('Tea?')).toEqual({ vector: null, failure: 'It is away.' })
  expect(limits).toEqual([5_000, 5_000])
})
