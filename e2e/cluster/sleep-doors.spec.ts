import { threadOf } from '../support/api.ts'
import { isOpenai, KEEPING } from '../support/doors.ts'
import { haltUntil } from '../support/halt-until.ts'
import { words } from '../support/held-answer.ts'
import { CAME, expectUsable, holdAtEach } from '../support/held-doors.ts'
import { expect, test } from '../support/two-servers.ts'

const LEASE = { HEARTBEAT_MS: '200', DEAD_AFTER_MS: '1000', FLUSH_MS: '20' }

test('a server sleeps until its lease is over, and wakes: what each door of it says is what the other one made of the answer, and nothing is written again', async ({
  launch,
  upstream,
}) => {
  const [sleeper, keeper] = (await launch(LEASE)).servers
  if (!sleeper || !keeper) throw new Error('Two servers are needed.')
  const held = await holdAtEach(sleeper.url, upstream)
  const kept = held.filter(({ door }) => door.keeps)
  const answerOf = async (sessionId: string) => (await threadOf(keeper.url, sessionId)).messages[3]
  for (const { sessionId, door } of kept)
    await expect
      .poll(async () => (await answerOf(sessionId))?.parts, door.name)
      .toEqual([{ type: 'text', text: CAME }])

  await haltUntil(sleeper, async () => {
    const answers = await Promise.all(kept.map(({ sessionId }) => answerOf(sessionId)))
    return answers.every((answer) => answer?.status === 'interrupted')
  })
  for (const each of kept) await expectUsable(keeper.url, each)
  upstream.release()
  await Promise.all(held.map(({ call }) => upstream.waitFor((request) => request === call && request.over)))
  process.kill(sleeper.pid, 'SIGCONT')

  for (const { door, asking } of held) {
    const text = door.streams ? CAME : ''
    const status = door.streams ? 200 : 502
    const interrupted = isOpenai(door)
      ? { how: 'failed', text, code: 'model_incomplete', status }
      : { how: 'cut', text: CAME, code: null, status: 200 }
    // Nobody can take over what is not kept.
    const whole = { how: 'whole', text: words(9), code: null, status: 200 }
    expect(await asking.told, door.name).toEqual(door.keeps ? interrupted : whole)
  }
  for (const each of kept)
    for (const { url } of [sleeper, keeper]) {
      const { messages } = await threadOf(url, each.sessionId)
      expect(messages.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5])
      expect(messages[3], each.door.name).toMatchObject({
        status: 'interrupted',
        parts: [{ type: 'text', text: CAME }],
      })
    }
  expect(kept.map(({ door }) => door)).toEqual(KEEPING)
})
