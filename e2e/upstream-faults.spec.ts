import type { MessageView } from '../lib/schemas/message.ts'
import { textOf } from '../lib/schemas/message.ts'
import { begin, begunOf, join, lastOf, post, readToEnd, say, threadOf } from './support/api.ts'
import { beginHeld, words } from './support/held-answer.ts'
import { promptsOf } from './support/prompts.ts'
import { expect, test } from './support/test.ts'

async function storedAnswer(base: string, sessionId: string): Promise<MessageView> {
  const { messages } = await threadOf(base, sessionId)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  const [, answer] = messages
  if (!answer) throw new Error('There is no answer.')
  return answer
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

const odd = [
  {
    what: 'a web page in place of an answer',
    behaviour: { reply: { status: 200, type: 'text/html', body: '<!doctype html><title>Log in</title>' } },
    code: 'model_unreadable',
    words: 'answered with a web page (200)',
  },
  {
    what: 'an empty answer',
    behaviour: { reply: { status: 204, body: '' } },
    code: 'model_unreadable',
    words: 'answered with nothing (204)',
  },
  {
    what: 'an error that is a mere text inside the stream',
    behaviour: { raw: { after: 2, text: 'data: {"error":"No credits left"}\n\n' } },
    code: 'model_failed',
    words: 'failed while answering: No credits left.',
  },
  {
    what: 'half an event inside the stream',
    behaviour: { raw: { after: 2, text: 'data: {"choices":[{"del\n\n' } },
    code: 'model_unreadable',
    words: 'sent something within its answer that cannot be read.',
  },
]

for (const { what, behaviour, code, words } of odd)
  test(`${what} is told in plain words, and stored so`, async ({ app, upstream }) => {
    upstream.script({ text: 'one two three', ...behaviour })
    const { last, sessionId } = await say(app.url, 'Hello')
    expect(last).toMatchObject({ type: 'end', answer: { status: 'failed', error: { code } } })
    const { error, ...answer } = await storedAnswer(app.url, sessionId)
    expect(textOf(answer)).toBe('raw' in behaviour ? 'one two ' : '')
    expect(error).toMatchObject({ code })
    expect(error?.message).toContain(words)
  })

test('a model whose server says with comments that it is at work is waited for', async ({
  launch,
  upstream,
}) => {
  const app = await launch({ MODEL_FIRST_BYTE_MS: '1000', MODEL_SILENCE_MS: '1000' })
  upstream.script({ text: 'one two', comments: { after: 0, times: 15, everyMs: 100 } })
  const { last, text } = await say(app.url, 'Hello')
  expect({ last, text }).toMatchObject({ text: 'one two', last: { answer: { status: 'complete' } } })
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
  const { runId, sessionId, events, call } = await beginHeld(app.url, upstream)
  expect((await post(`${app.url}/api/runs/${runId}/stop`, {})).status).toBe(200)
  expect(await lastOf(events)).toMatchObject({ type: 'end', answer: { status: 'stopped', error: null } })
  await upstream.waitFor((request) => request === call && request.closedEarly)
  expect(textOf(await storedAnswer(app.url, sessionId))).toBe('word1 word2 word3 ')
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
  const { runId, sessionId } = await begunOf(response)
  await upstream.waitFor(({ held }) => held)
  leave.abort()
  upstream.release()
  const joined = await readToEnd(await join(app.url, runId))
  expect(joined.last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
  expect(textOf(await storedAnswer(app.url, sessionId))).toBe(joined.text)
})

test('a run is joined at every position, while it is written and after: always the same text', async ({
  app,
  upstream,
}) => {
  const { runId } = await begin(app.url, '[[words 6]] [[hold 3]]')
  await upstream.waitFor(({ held }) => held)
  const whole = words(6)
  const at = (offset: number) => join(app.url, runId, `0:${offset}`)
  const during = await Promise.all(Array.from({ length: 18 }, (_, offset) => at(offset)))
  upstream.release()
  for (const [offset, response] of during.entries())
    expect(whole.slice(0, offset) + (await readToEnd(response)).text).toBe(whole)
  for (let offset = 0; offset <= whole.length; offset++)
    expect(whole.slice(0, offset) + (await readToEnd(await at(offset))).text).toBe(whole)
})
