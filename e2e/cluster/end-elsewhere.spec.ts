import { textOf } from '../../lib/schemas/message.ts'
import { begin, join, lastOf, post, readToEnd, remove, say, send, threadOf } from '../support/api.ts'
import { beginHeld } from '../support/held-answer.ts'
import { expect, test } from '../support/two-servers.ts'

test('stop through the other process: the upstream call is cancelled and no longer billed, what was written is marked stopped', async ({
  one,
  other,
  upstream,
}) => {
  const { runId, sessionId, events, call } = await beginHeld(one.url, upstream)
  const stop = await post(`${other.url}/api/runs/${runId}/stop`, {})
  expect(stop.status).toBe(200)
  await upstream.waitFor((request) => request === call && request.closedEarly)

  expect(await lastOf(events)).toMatchObject({ type: 'end', answer: { status: 'stopped', error: null } })
  for (const { url } of [one, other]) {
    const { messages, runId: running } = await threadOf(url, sessionId)
    expect(running).toBeNull()
    expect(messages[1]).toMatchObject({ status: 'stopped' })
    expect(messages.slice(1).map(textOf)).toEqual(['word1 word2 word3 '])
    expect((await readToEnd(await join(url, runId))).text).toBe('word1 word2 word3 ')
  }
})

test('a second sender through the other process is told at once who holds the session, and loses nothing', async ({
  one,
  other,
  upstream,
}) => {
  const { sessionId } = await say(one.url, 'first')
  const { runId, events } = await begin(one.url, '[[hold 2]] second', { sessionId })
  const refused = await send(other.url, 'third', { sessionId })
  expect(refused.status).toBe(409)
  const { error } = await refused.json()
  expect(error).toMatchObject({ code: 'session_busy', details: { runId } })

  await upstream.waitFor(({ held }) => held)
  upstream.release()
  await lastOf(events)
  await say(other.url, 'third', { sessionId })
  const { messages } = await threadOf(one.url, sessionId)
  expect(messages.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5])
  expect(messages.filter(({ role }) => role === 'user').map(textOf)).toEqual([
    'first',
    '[[hold 2]] second',
    'third',
  ])
})

for (const what of ['deleted', 'cleared'] as const)
  test(`a session that is ${what} through the other process while it streams: the call is cancelled, every reader is told, nothing comes back`, async ({
    one,
    other,
    upstream,
  }) => {
    const { runId, sessionId, events, call } = await beginHeld(one.url, upstream)
    const elsewhere = readToEnd(await join(other.url, runId))
    const session = `${other.url}/api/sessions/${sessionId}`
    const done = what === 'deleted' ? await remove(session) : await post(`${session}/clear`, {})
    expect(done.status).toBe(200)

    await upstream.waitFor((request) => request === call && request.closedEarly)
    const told = { type: 'error', error: { code: 'session_not_found' } }
    expect(await lastOf(events)).toMatchObject(told)
    expect((await elsewhere).last).toMatchObject(told)
    for (const { url } of [one, other]) {
      expect((await join(url, runId)).status).toBe(404)
      const thread = await fetch(`${url}/api/sessions/${sessionId}`)
      if (what === 'deleted') expect(thread.status).toBe(404)
      else expect(await thread.json()).toMatchObject({ messages: [], runId: null })
    }
    await say(one.url, 'another conversation')
  })

test('"database is locked" reaches nobody: two processes write to one database at once', async ({
  one,
  other,
}) => {
  const sessions = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const { url } = index % 2 === 0 ? one : other
      const begun = await say(url, `[[words 20]] [[pace 10]] ${index}`)
      return say(index % 3 === 0 ? one.url : other.url, 'and more', { sessionId: begun.sessionId })
    }),
  )
  for (const { last, sessionId } of sessions) {
    expect(last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
    expect((await threadOf(one.url, sessionId)).messages).toHaveLength(4)
  }
})
