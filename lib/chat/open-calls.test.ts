import { expect, test } from 'vitest'
import { createOpenCalls } from './open-calls.ts'

const stays = () => new AbortController().signal

test('the end waits for those that are open, and for none that is over', async () => {
  const calls = createOpenCalls()
  const call = calls.open(stays())
  let ended = false
  const shutdown = calls.shutdown(60_000).then(() => {
    ended = true
  })
  await new Promise(setImmediate)
  expect({ ended, aborted: call.signal.aborted }).toEqual({ ended: false, aborted: false })
  call.over()
  await shutdown
})

test('what has had its time is cancelled, and so is what comes later', async () => {
  const calls = createOpenCalls()
  const call = calls.open(stays())
  await calls.shutdown(0)
  for (const { signal } of [call, calls.open(stays())])
    expect(signal.reason).toMatchObject({ code: 'shutting_down' })
})

test('who leaves cancels the own call alone', () => {
  const calls = createOpenCalls()
  const left = new AbortController()
  const [own, other] = [calls.open(left.signal), calls.open(stays())]
  left.abort()
  expect([own.signal.aborted, other.signal.aborted]).toEqual([true, false])
})
