import type { MessageView } from '../lib/schemas/message.ts'
import { textOf } from '../lib/schemas/message.ts'
import { eventsOf, post, readToEnd, say, send } from './support/api.ts'
import { promptsOf } from './support/prompts.ts'
import { expect, test } from './support/test.ts'

async function storedAnswer(base: string, sessionId: string): Promise<MessageView> {
  const { messages } = await (await fetch(`${base}/api/sessions/${sessionId}`)).json()
  expect(messages.map((row: MessageView) => row.role)).toEqual(['user', 'assistant'])
  return messages[1]
}

const cases = [
  { marker: '[[status 401]]', status: 'failed', code: 'model_unauthorized', text: '' },
  { marker: '[[status 429 7]]', status: 'failed', code: 'model_rate_limited', text: '' },
  { marker: '[[status 500]]', status: 'failed', code: 'model_failed', text: '' },
  {
    marker: '[[words 9]] [[die 4]]',
    status: 'interrupted',
    code: 'model_incomplete',
    text: 'word1 word2 word3 word4 ',
  },
  {
    marker: '[[words 9]] [[cut 4]]',
    status: 'interrupted',
    code: 'model_incomplete',
    text: 'word1 word2 word3 word4 ',
  },
]

for (const { marker, status, code, text } of cases)
  test(`${marker}: the answer is ${status}, what came is kept, and a retry works`, async ({
    app,
    upstream,
  }) => {
    const { last, sessionId } = await say(app.url, marker)
    expect(last).toMatchObject({ type: 'end', answer: { status, error: { code } } })
    const answer = await storedAnswer(app.url, sessionId)
    expect(answer).toMatchObject({ status, error: { code } })
    expect(textOf(answer)).toBe(text)
    if (code === 'model_rate_limited') expect(answer.error?.details).toMatchObject({ retryAfterSeconds: 7 })

    upstream.script({ text: 'all is well' })
    const retry = await post(`${app.url}/api/chat`, { action: 'regenerate', sessionId, answerId: answer.id })
    expect((await readToEnd(retry)).last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
    expect(textOf(await storedAnswer(app.url, sessionId))).toBe('all is well')
  })

test('a model that never answers is given up after its time, with the message kept', async ({ launch }) => {
  const app = await launch({
    MODEL_FIRST_BYTE_MS: '300',
    MODEL_SILENCE_MS: '300',
  })
  const never = await say(app.url, '[[never]]')
  expect(never.last).toMatchObject({ answer: { status: 'failed', error: { code: 'model_timeout' } } })
  expect(await storedAnswer(app.url, never.sessionId)).toMatchObject({ status: 'failed' })

  const silent = await say(app.url, '[[words 9]] [[silent 2]]')
  expect(silent.last).toMatchObject({ answer: { error: { code: 'model_timeout' } } })
  expect(textOf(await storedAnswer(app.url, silent.sessionId))).toBe('word1 word2 ')
})

test('a model that has gone away gives a clear message, and the conversation stays', async ({
  launch,
  upstream,
}) => {
  const app = await launch({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })
  const { last, sessionId } = await say(app.url, 'anybody there?', { model: 'compatible/gone' })
  expect(last).toMatchObject({ answer: { status: 'failed', error: { code: 'model_unreachable' } } })
  expect(await storedAnswer(app.url, sessionId)).toMatchObject({ status: 'failed' })
  expect(promptsOf(upstream.requests)).toEqual([])
})

test('stop: the upstream call is cancelled, what was written stays', async ({ app, upstream }) => {
  const events = eventsOf(await send(app.url, '[[words 9]] [[hold 3]]'))
  const start = await events.next()
  if (start.value?.type !== 'start') throw new Error('The stream did not begin with its start.')
  const { runId, session } = start.value
  const call = await upstream.waitFor(({ held }) => held)
  expect((await post(`${app.url}/api/runs/${runId}/stop`, {})).status).toBe(200)
  let last = start.value as unknown
  for await (const event of events) last = event
  expect(last).toMatchObject({ type: 'end', answer: { status: 'stopped', error: null } })
  await upstream.waitFor((request) => request === call && request.closedEarly)
  expect(textOf(await storedAnswer(app.url, session.id))).toBe('word1 word2 word3 ')
})

test('a reader that leaves stops nothing: the answer is finished and stored', async ({ app, upstream }) => {
  const leave = new AbortController()
  const response = await fetch(`${app.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      action: 'send',
      sessionId: null,
      message: { clientId: `leaver-${process.pid}`, text: '[[words 9]] [[hold 2]]' },
    }),
    signal: leave.signal,
  })
  const first = await eventsOf(response).next()
  if (first.value?.type !== 'start') throw new Error('The stream did not begin with its start.')
  const { runId, session } = first.value
  await upstream.waitFor(({ held }) => held)
  leave.abort()
  upstream.release()
  const joined = await readToEnd(await fetch(`${app.url}/api/runs/${runId}/events`))
  expect(joined.last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
  expect(textOf(await storedAnswer(app.url, session.id))).toBe(joined.text)
})

test('a run is joined at every position, while it is written and after: always the same text', async ({
  app,
  upstream,
}) => {
  const events = eventsOf(await send(app.url, '[[words 6]] [[hold 3]]'))
  const start = await events.next()
  if (start.value?.type !== 'start') throw new Error('The stream did not begin with its start.')
  const { runId } = start.value
  await upstream.waitFor(({ held }) => held)
  const whole = 'word1 word2 word3 word4 word5 word6'
  const at = (offset: number) =>
    fetch(`${app.url}/api/runs/${runId}/events`, { headers: { 'last-event-id': `0:${offset}` } })
  const during = await Promise.all(Array.from({ length: 18 }, (_, offset) => at(offset)))
  upstream.release()
  for (const [offset, response] of during.entries())
    expect(whole.slice(0, offset) + (await readToEnd(response)).text).toBe(whole)
  for (let offset = 0; offset <= whole.length; offset++)
    expect(whole.slice(0, offset) + (await readToEnd(await at(offset))).text).toBe(whole)
})
