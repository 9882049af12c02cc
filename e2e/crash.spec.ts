import { textOf } from '../lib/schemas/message.ts'
import { type Begun, begin, join, post, readTo, readToEnd, say, threadOf } from './support/api.ts'
import type { App } from './support/app.ts'
import { HELD } from './support/held-answer.ts'
import { expect, test } from './support/test.ts'

/** Starts an answer and waits until three words of it are in the page's hands. */
async function threeWords(app: App): Promise<Begun> {
  const begun = await begin(app.url, HELD)
  await readTo('word3', begun)
  return begun
}

/** What is stored of the answer, and which run goes on in its session. */
async function stored(app: App, sessionId: string) {
  const { messages, runId } = await threadOf(app.url, sessionId)
  const [, answer] = messages
  if (!answer) throw new Error('There is no answer.')
  return { answer, runId }
}

test('killed in the middle of an answer: the next start finds it interrupted, with its text, and the session free', async ({
  launch,
}) => {
  const first = await launch({ FLUSH_MS: '20' })
  const { sessionId, runId } = await threeWords(first)
  // The log is ahead of a reader that joins from the database; wait until it holds what was seen.
  await expect.poll(async () => textOf((await stored(first, sessionId)).answer)).toBe('word1 word2 word3 ')
  await first.stop('SIGKILL')

  const second = await launch()
  const { answer, runId: running } = await stored(second, sessionId)
  expect(running).toBeNull()
  expect(answer).toMatchObject({ status: 'interrupted' })
  expect(textOf(answer)).toBe('word1 word2 word3 ')
  const context = await (await fetch(`${second.url}/api/context/${answer.id}`)).json()
  expect(context.sent).toEqual([{ role: 'user', content: HELD }])
  const joined = await readToEnd(await join(second.url, runId))
  expect(joined).toMatchObject({ text: 'word1 word2 word3 ', last: { type: 'end' } })

  expect((await say(second.url, 'and now?', { sessionId })).last).toMatchObject({
    answer: { status: 'complete' },
  })
})

test('ended by a signal: running answers are kept as interrupted, and the exit is clean', async ({
  launch,
  upstream,
}) => {
  const first = await launch()
  const { sessionId } = await threeWords(first)
  const call = upstream.requests.at(-1)
  expect(await first.stop('SIGINT')).toBe(0)
  await upstream.waitFor((request) => request === call && request.closedEarly)

  const second = await launch()
  const { answer } = await stored(second, sessionId)
  expect(answer).toMatchObject({ status: 'interrupted' })
  expect(textOf(answer)).toBe('word1 word2 word3 ')
})

test('a stop after a restart of the page: the run is found by its id alone', async ({ launch }) => {
  const app = await launch()
  const { sessionId } = await threeWords(app)
  const { runId } = await stored(app, sessionId)
  await post(`${app.url}/api/runs/${runId}/stop`, {})
  const { last } = await readToEnd(await join(app.url, runId ?? ''))
  expect(last).toMatchObject({ type: 'end', answer: { status: 'stopped' } })
})
