import { textOf } from '../../lib/schemas/message.ts'
import { threadOf } from '../support/api.ts'
import { askAt, DOORS, isOpenai, KEEPING } from '../support/doors.ts'
import { CAME, expectUsable, holdAtEach, storedAnswer } from '../support/held-doors.ts'
import { ONE_PROCESS } from '../support/one-process.ts'
import { expect, test } from '../support/test.ts'

test('killed in the middle of an answer of each door: a program sees the connection break, the answer is kept as interrupted, a repeat with the same key is told so and nothing is doubled, and the session is free', {
  tag: ONE_PROCESS,
}, async ({ launch, upstream }) => {
  const first = await launch({ FLUSH_MS: '20' })
  const held = await holdAtEach(first.url, upstream)
  for (const { door, sessionId } of held.filter(({ door }) => door.keeps))
    await expect
      .poll(
        async () => textOf((await threadOf(first.url, sessionId)).messages[3] ?? { parts: [] }),
        door.name,
      )
      .toBe(CAME)
  await first.stop('SIGKILL')
  for (const { door, asking } of held)
    expect(await asking.told, door.name).toMatchObject({ how: 'broken', text: door.streams ? CAME : '' })

  const { url } = await launch()
  for (const each of held) {
    const { door, sessionId, query } = each
    const interrupted = door.keeps ? { status: 'interrupted', text: CAME, code: null } : null
    expect(await storedAnswer(url, each), door.name).toEqual(interrupted)
    if (door.keeps) {
      const headers = { 'idempotency-key': `key of ${sessionId}` }
      const { told } = askAt(door, url, query, { sessionId, headers })
      expect(await told, door.name).toMatchObject(
        isOpenai(door) ? { how: 'failed', code: 'model_incomplete' } : { how: 'cut', text: CAME },
      )
      expect(await storedAnswer(url, each), door.name).toEqual(interrupted)
    }
    await expectUsable(url, each)
  }
  expect(held.map(({ door }) => door)).toEqual(DOORS)
  expect(KEEPING).toHaveLength(4)
})
