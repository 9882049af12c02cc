import { textOf } from '../../lib/schemas/message.ts'
import { eventsOf, join, lastOf, readEvents, say, threadOf } from '../support/api.ts'
import { haltUntil } from '../support/halt-until.ts'
import { beginHeld } from '../support/held-answer.ts'
import { expect, test } from '../support/two-servers.ts'

const LEASE = { HEARTBEAT_MS: '200', DEAD_AFTER_MS: '1000', FLUSH_MS: '20' }

test('a laptop sleeps until its lease is over and wakes: the run that another process took over is not written again', async ({
  launch,
  upstream,
}) => {
  const { servers } = await launch(LEASE)
  const [sleeper, keeper] = servers
  if (!sleeper || !keeper) throw new Error('Two servers are needed.')
  const { runId, sessionId, events, call } = await beginHeld(sleeper.url, upstream)
  const answer = async () => (await threadOf(keeper.url, sessionId)).messages[1]
  await expect.poll(async () => textOf((await answer()) ?? { parts: [] })).toBe('word1 word2 word3 ')

  await haltUntil(sleeper, async () => (await answer())?.status === 'interrupted')
  const taken = await answer()
  // The session is free at once, while the one that held it still sleeps.
  await say(keeper.url, 'go on', { sessionId })
  upstream.release()
  await upstream.waitFor((request) => request === call && request.over)
  process.kill(sleeper.pid, 'SIGCONT')

  // The words that wait for the sleeper when it wakes are nobody's: they reach no reader either.
  const heard = await readEvents(events)
  expect(heard.last).toEqual({ type: 'end', answer: taken })
  expect(heard.text).toBe('word1 word2 word3 ')
  expect(taken).toMatchObject({
    status: 'interrupted',
    parts: [{ type: 'text', text: 'word1 word2 word3 ' }],
  })
  for (const { url } of [sleeper, keeper]) {
    const { messages } = await threadOf(url, sessionId)
    expect(messages.map(({ seq }) => seq)).toEqual([0, 1, 2, 3])
    expect(messages[1]).toEqual(taken)
    expect(await lastOf(eventsOf(await join(url, runId)))).toEqual({ type: 'end', answer: taken })
  }
})
