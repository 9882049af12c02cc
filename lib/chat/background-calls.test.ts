import { expect, test } from 'vitest'
import { type BackgroundCall, createBackgroundCalls } from './background-calls.ts'
import { JobPostponed } from './carry-out-job.ts'

const never = new AbortController().signal
const call = (change: Partial<BackgroundCall> = {}): BackgroundCall => ({
  model: { provider: 'openai' },
  sessionId: null,
  withinMs: 60_000,
  tooLong: 'It took too long.',
  ...change,
})

/** A call that ends with its signal. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('what a call gives or throws is passed on', async () => {
  const calls = createBackgroundCalls()
  expect(await calls.run(call(), never, async () => 'said')).toBe('said')
  const mistake = new Error('a mistake')
  await expect(calls.run(call(), never, () => Promise.reject(mistake))).rejects.toBe(mistake)
})

test.each([
  ['a turn of its session', { sessionId: 'a' }, true],
  ['a turn of another session', { sessionId: 'b' }, false],
  ['a turn of any, on a server that does one thing at a time', { model: { provider: 'ollama' } }, true],
  ['a turn of any, on another server', {}, false],
] as const)('%s', async (_, change, givesWay) => {
  const calls = createBackgroundCalls()
  const ending = new AbortController()
  const running = calls.run(call(change), ending.signal, untilAborted)
  calls.giveWay('a')
  const end = new Error('The end.')
  if (!givesWay) ending.abort(end)
  if (givesWay) await expect(running).rejects.toBeInstanceOf(JobPostponed)
  else await expect(running).rejects.toBe(end)
})

test('a call that takes too long is ended, and says so', async () => {
  const running = createBackgroundCalls().run(call({ withinMs: 1 }), never, untilAborted)
  await expect(running).rejects.toMatchObject({ code: 'model_timeout', message: 'It took too long.' })
})

test('a turn that begins when the call is over changes nothing', async () => {
  const calls = createBackgroundCalls()
  let seen: AbortSignal | undefined
  await calls.run(call({ sessionId: 'a' }), never, async (signal) => {
    seen = signal
  })
  calls.giveWay('a')
  expect(seen?.aborted).toBe(false)
})
