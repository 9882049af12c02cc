import { describe, expect, test } from 'vitest'
import { createWriterQueue } from './writer-queue.ts'

class Busy extends Error {}

/** A queue whose time passes only by its own waiting. */
function createQueue(deadlineMs = 10_000) {
  const waits: number[] = []
  let time = 0
  const queue = createWriterQueue({
    isPassing: (error) => error instanceof Busy,
    delay: async (ms) => {
      waits.push(ms)
      time += ms
    },
    now: () => time,
    deadlineMs,
  })
  return { queue, waits }
}

/** Work that meets a lock so many times first. */
function busyTimes(times: number) {
  let left = times
  return async () => {
    if (left-- > 0) throw new Busy()
    return 'done'
  }
}

describe('the writer queue', () => {
  test('runs one piece of work at a time, in the order of asking', async () => {
    const { queue } = createQueue()
    const events: string[] = []
    const work = (name: string, turns: number) => () =>
      (async () => {
        events.push(`${name} begins`)
        for (let i = 0; i < turns; i++) await null
        events.push(`${name} ends`)
      })()
    await Promise.all([queue(work('a', 20)), queue(work('b', 1)), queue(work('c', 5))])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  test('goes on after a failure, which only its own caller sees', async () => {
    const { queue } = createQueue()
    const failing = queue(() => Promise.reject(new Error('mine')))
    const next = queue(async () => 'fine')
    await expect(failing).rejects.toThrow('mine')
    expect(await next).toBe('fine')
  })

  test('tries again while a lock is held, ever more slowly', async () => {
    const { queue, waits } = createQueue()
    expect(await queue(busyTimes(8))).toBe('done')
    expect(waits).toEqual([5, 10, 20, 40, 80, 100, 100, 100])
  })

  test('gives up at the deadline, with a code and the cause', async () => {
    const { queue, waits } = createQueue(1_000)
    await expect(queue(busyTimes(Number.POSITIVE_INFINITY))).rejects.toMatchObject({
      code: 'database_busy',
      cause: expect.any(Busy),
    })
    const waited = waits.reduce((sum, ms) => sum + ms)
    expect(waited).toBeGreaterThan(900)
    expect(waited).toBeLessThanOrEqual(1_000)
    expect(await queue(async () => 'next')).toBe('next')
  })

  test('counts the time in the queue: all that wait behind one lock fail together', async () => {
    const { queue, waits } = createQueue(1_000)
    const stuck = busyTimes(Number.POSITIVE_INFINITY)
    const results = await Promise.allSettled([queue(stuck), queue(stuck), queue(stuck)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(1_000)
  })

  test('does not try again what failed for another reason', async () => {
    const { queue } = createQueue()
    let calls = 0
    const work = async () => {
      calls++
      throw new Error('other')
    }
    await expect(queue(work)).rejects.toThrow('other')
    expect(calls).toBe(1)
  })
})
