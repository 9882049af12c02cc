import { threadOf } from '../support/api.ts'
import { askAt, DOORS } from '../support/doors.ts'
import { words } from '../support/held-answer.ts'
import { expectUsable, holdAt, storedAnswer } from '../support/held-doors.ts'
import { promptsOf } from '../support/prompts.ts'
import { expect, test } from '../support/test.ts'

for (const door of DOORS)
  test(`${door.name}, hung up on in the middle: ${door.keeps ? 'the answer is finished and stored, and a repeat with the same key gets it' : 'the call is cancelled'}`, async ({
    app,
    upstream,
  }) => {
    const held = await holdAt(door, app.url, upstream)
    const { sessionId, asking, call, query } = held
    asking.hangUp()
    expect(await asking.told).toMatchObject({ how: 'broken' })
    if (!door.keeps) await upstream.waitFor((request) => request === call && request.closedEarly)
    upstream.release()
    await upstream.waitFor((request) => request === call && request.over)
    if (door.keeps) {
      expect(call.closedEarly).toBe(false)
      await expect.poll(async () => (await threadOf(app.url, sessionId)).messages[3]?.status).toBe('complete')
      const calls = promptsOf(upstream.requests).length
      const again = askAt(door, app.url, query, {
        sessionId,
        headers: { 'idempotency-key': `key of ${sessionId}` },
      })
      expect(await again.told).toEqual({ how: 'whole', text: words(9), code: null, status: 200 })
      expect(promptsOf(upstream.requests)).toHaveLength(calls)
    }
    const complete = { status: 'complete', text: words(9), code: null }
    expect(await storedAnswer(app.url, held)).toEqual(door.keeps ? complete : null)
    await expectUsable(app.url, held)
  })
