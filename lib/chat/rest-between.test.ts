import { beforeEach, expect, test } from 'vitest'
import type { Job } from '../ports/jobs.ts'
import { JobPostponed } from './carry-out-job.ts'
import { restBetween } from './rest-between.ts'

const { signal } = new AbortController()
let now = 0
let takes = 100
let done = 0
let fails = false

const job = (payload: unknown): Job => ({
  id: 'a job',
  owner: '',
  kind: 'purge',
  payload,
  attempts: 1,
  runAt: new Date(0),
  leasedBy: 'us',
})
const [patient, urgent] = [job('later'), job('now')]

const rested = () =>
  restBetween(
    async () => {
      now += takes
      done += 1
      if (fails) throw new Error('It failed.')
    },
    { canWait: ({ payload }) => payload === 'later', monotonic: () => now },
  )

beforeEach(() => {
  ;[now, takes, done, fails] = [1_000, 100, 0, false]
})

const waitOf = async (work: Promise<void>) => {
  const error: unknown = await work.catch((reason: unknown) => reason)
  return error instanceof JobPostponed ? error.afterMs : null
}

test('the first is done at once, the next after nine times as long as that took', async () => {
  const run = rested()
  await run(patient, signal)
  expect(await waitOf(run(patient, signal))).toBe(900)
  now += 899
  expect(await waitOf(run(patient, signal))).toBe(1)
  now += 1
  expect(await waitOf(run(patient, signal))).toBeNull()
  expect(done).toBe(2)
})

test('one that may not wait does not, and the next one waits for it too', async () => {
  const run = rested()
  await run(patient, signal)
  await run(urgent, signal)
  expect(done).toBe(2)
  expect(await waitOf(run(patient, signal))).toBe(900)
})

test('one that failed took its time too', async () => {
  const run = rested()
  fails = true
  await expect(run(patient, signal)).rejects.toThrow('It failed.')
  expect(await waitOf(run(patient, signal))).toBe(900)
})

test('however long it took, the rest has an end', async () => {
  takes = 10_000_000
  const run = rested()
  await run(patient, signal)
  expect(await waitOf(run(patient, signal))).toBe(500_000)
})
