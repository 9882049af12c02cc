import { textOf } from '../lib/schemas/message.ts'
import { eventsOf, post, readToEnd, say, send } from './support/api.ts'
import type { App } from './support/app.ts'
import { expect, test } from './support/test.ts'

/** Starts an answer and waits until three words of it are in the page's hands. */
async function threeWords(app: App): Promise<{ sessionId: string; runId: string }> {
  const events = eventsOf(await send(app.url, '[[words 9]] [[hold 3]]'))
  const start = await events.next()
  if (start.value?.type !== 'start') throw new Error('The stream did not begin with its start.')
  const { session, runId } = start.value
  let text = ''
  while (!text.includes('word3')) {
    const { value } = await events.next()
    if (value?.type === 'delta') text += value.text
  }
  return { sessionId: session.id, runId }
}

const thread = async (app: App, sessionId: string) =>
  (await fetch(`${app.url}/api/sessions/${sessionId}`)).json()

test('killed in the middle of an answer: the next start finds it interrupted, with its text, and the session free', async ({
  launch,
}) => {
  const first = await launch({ FLUSH_MS: '20' })
  const { sessionId, runId } = await threeWords(first)
  // The log is ahead of a reader that joins from the database; wait until it holds what was seen.
  await expect
    .poll(async () => textOf((await thread(first, sessionId)).messages[1]))
    .toBe('word1 word2 word3 ')
  await first.stop('SIGKILL')

  const second = await launch()
  const { messages, runId: running } = await thread(second, sessionId)
  expect(running).toBeNull()
  expect(messages[1]).toMatchObject({ status: 'interrupted' })
  expect(textOf(messages[1])).toBe('word1 word2 word3 ')
  const context = await (await fetch(`${second.url}/api/context/${messages[1].id}`)).json()
  expect(context.sent).toEqual([{ role: 'user', content: '[[words 9]] [[hold 3]]' }])
  const joined = await readToEnd(await fetch(`${second.url}/api/runs/${runId}/events`))
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
  const { messages } = await thread(second, sessionId)
  expect(messages[1]).toMatchObject({ status: 'interrupted' })
  expect(textOf(messages[1])).toBe('word1 word2 word3 ')
})

test('a stop after a restart of the page: the run is found by its id alone', async ({ launch }) => {
  const app = await launch()
  const { sessionId } = await threeWords(app)
  const { runId } = await thread(app, sessionId)
  await post(`${app.url}/api/runs/${runId}/stop`, {})
  const { last } = await readToEnd(await fetch(`${app.url}/api/runs/${runId}/events`))
  expect(last).toMatchObject({ type: 'end', answer: { status: 'stopped' } })
})
