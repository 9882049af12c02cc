import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { unlessAborted } from './unless-aborted.ts'

const never = new Promise<never>(() => undefined)

test('gives what the promise gives, and listens no longer', async () => {
  const { signal } = new AbortController()
  expect(await unlessAborted(Promise.resolve(7), signal)).toBe(7)
  await expect(unlessAborted(Promise.reject(new Error('It failed.')), signal)).rejects.toThrow('It failed.')
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('an abort ends the waiting with its reason', async () => {
  const controller = new AbortController()
  const waiting = unlessAborted(never, controller.signal)
  const reason = new Error('It was stopped.')
  controller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(unlessAborted(never, controller.signal)).rejects.toBe(reason)
})
