import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSilence } from './silence-watch.ts'

const LIMITS = { firstByteMs: 1_000, betweenChunksMs: 200 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start() {
  const silences: number[] = []
  return { silences, watch: watchSilence(LIMITS, (ms) => silences.push(ms)) }
}

test('the first sign may take longer than the next ones', () => {
  const { silences, watch } = start()
  vi.advanceTimersByTime(999)
  watch.heard()
  watch.listen()
  vi.advanceTimersByTime(199)
  expect(silences).toEqual([])
  vi.advanceTimersByTime(1)
  expect(silences).toEqual([200])
})

test('no sign at all is told once', () => {
  const { silences } = start()
  vi.advanceTimersByTime(5_000)
  expect(silences).toEqual([1_000])
})

test('what a reader takes over a piece does not count', () => {
  const { silences, watch } = start()
  watch.heard()
  vi.advanceTimersByTime(60_000)
  watch.listen()
  vi.advanceTimersByTime(100)
  expect(silences).toEqual([])
})

test('a sign of life gives the first sign, and any other, its whole time again', () => {
  const { silences, watch } = start()
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(999)
    watch.lives()
  }
  vi.advanceTimersByTime(999)
  watch.heard()
  watch.listen()
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(199)
    watch.lives()
  }
  expect(silences).toEqual([])
  vi.advanceTimersByTime(200)
  expect(silences).toEqual([200])
})

test('a sign of life begins no wait: not while a reader takes its time, not after a silence, not after the stop', () => {
  const { silences, watch } = start()
  watch.heard()
  watch.lives()
  vi.advanceTimersByTime(5_000)
  expect(silences).toEqual([])
  watch.listen()
  vi.advanceTimersByTime(200)
  watch.lives()
  vi.advanceTimersByTime(5_000)
  watch.listen()
  watch.stop()
  watch.lives()
  vi.advanceTimersByTime(5_000)
  expect(silences).toEqual([200])
})

test('nothing is told after the stop', () => {
  const { silences, watch } = start()
  watch.listen()
  watch.stop()
  vi.advanceTimersByTime(5_000)
  expect(silences).toEqual([])
})
