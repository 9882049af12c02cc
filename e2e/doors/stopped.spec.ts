import { post, threadOf } from '../support/api.ts'
import { isOpenai, KEEPING } from '../support/doors.ts'
import { CAME, expectUsable, holdAt, storedAnswer } from '../support/held-doors.ts'
import { expect, test } from '../support/test.ts'

for (const door of KEEPING)
  test(`${door.name}, stopped from elsewhere: the call is cancelled, and the program is given what had come`, async ({
    app,
    upstream,
  }) => {
    const held = await holdAt(door, app.url, upstream)
    const { runId } = await threadOf(app.url, held.sessionId)
    expect((await post(`${app.url}/api/runs/${runId}/stop`, {})).status).toBe(200)
    await upstream.waitFor((request) => request === held.call && request.closedEarly)
    // Clients of OpenAI know no answer that was stopped: for them it is as long as it is.
    expect(await held.asking.told).toEqual({
      how: isOpenai(door) ? 'whole' : 'cut',
      text: CAME,
      code: null,
      status: 200,
    })
    expect(await storedAnswer(app.url, held)).toEqual({ status: 'stopped', text: CAME, code: null })
    await expectUsable(app.url, held)
  })
