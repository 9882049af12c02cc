import { describe, expect, test } from 'vitest'
import type { JobView } from '@/lib/schemas/job'
import { countsInWords, nameOfJob, stateOfJob } from './job-words'

const NOW = Date.UTC(2026, 10, 30, 12)
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString()

const job: JobView = {
  id: 'j',
  kind: 'title',
  session: null,
  state: 'waiting',
  createdAt: at(-180),
  nextAt: at(20),
  tries: 0,
  error: null,
  failedAt: null,
  canTryNow: false,
  canDismiss: false,
}

describe('what is said of a job', () => {
  test.each<[Partial<JobView>, string]>([
    [{}, 'Added 3 minutes ago. Begins in 20 seconds.'],
    [{ createdAt: at(0), nextAt: at(-1) }, 'Added now. Begins soon.'],
    [{ tries: 1, nextAt: at(7_300) }, 'Added 3 minutes ago, tried once. Tried again in 2 hours.'],
    [{ tries: 7, nextAt: at(-1) }, 'Added 3 minutes ago, tried 7 times. Tried again soon.'],
    [{ state: 'running', nextAt: null, tries: 1 }, 'Added 3 minutes ago. Being done now.'],
    [
      { state: 'failed', nextAt: null, tries: 3, createdAt: at(-200_000), failedAt: at(-61) },
      'Added 2 days ago, tried 3 times, given up 1 minute ago.',
    ],
  ])('%j', (fields, words) => {
    expect(stateOfJob({ ...job, ...fields }, NOW)).toBe(words)
  })

  test('names what it does', () => {
    expect(nameOfJob(job)).toBe('Naming a conversation')
  })
})

test('how many there are', () => {
  const list = { jobs: [] }
  expect(countsInWords({ ...list, failed: 0, waiting: 0 })).toBe('Nothing waits and nothing failed.')
  expect(countsInWords({ ...list, failed: 1_200, waiting: 0 })).toBe('1,200 failed.')
  expect(countsInWords({ ...list, failed: 1, waiting: 2 })).toBe('1 failed, 2 waiting.')
})
