import { send, threadOf } from '../support/api.ts'
import { askAt, type Door, KEEPING } from '../support/doors.ts'
import { HELD, words } from '../support/held-answer.ts'
import { beginSession, expectUsable, holdAt, storedAnswer } from '../support/held-doors.ts'
import { expect, test } from '../support/test.ts'

const BUSY = { how: 'failed', text: '', code: 'session_busy', status: 409 }
const WHOLE = { how: 'whole', text: words(9), code: null, status: 200 }

for (const first of KEEPING)
  test(`${first.name} is answering: every door says that the session is busy, and nothing is doubled`, async ({
    app,
    upstream,
  }) => {
    const held = await holdAt(first, app.url, upstream)
    const { sessionId } = held
    for (const second of KEEPING)
      expect(await askAt(second, app.url, 'and?', { sessionId }).told, second.name).toEqual(BUSY)
    const { runId } = await threadOf(app.url, sessionId)
    const page = await send(app.url, 'and?', { sessionId })
    expect({ status: page.status, body: await page.json() }).toMatchObject({
      status: 409,
      body: { error: { code: 'session_busy', details: { runId } } },
    })
    upstream.release()
    expect(await held.asking.told).toEqual(WHOLE)
    expect(await storedAnswer(app.url, held)).toEqual({ status: 'complete', text: words(9), code: null })
    await expectUsable(app.url, held)
  })

const pairs = KEEPING.flatMap((one, index) => KEEPING.slice(index + 1).map((other) => [one, other]))

for (const pair of pairs)
  test(`${pair.map(({ name }) => name).join(' and ')} at the same moment: one is answered, the other one is told that it is busy`, async ({
    app,
    upstream,
  }) => {
    const sessionId = await beginSession(app.url)
    const asked = pair.map((door: Door) => {
      const query = `${HELD} by ${door.name}`
      return { door, query, sessionId, ...askAt(door, app.url, query, { sessionId }) }
    })
    await upstream.waitFor(({ held }) => held)
    const refused = await Promise.race(asked.map(async (each) => ({ each, told: await each.told })))
    expect(refused.told).toEqual(BUSY)
    upstream.release()
    const [answered] = asked.filter((each) => each !== refused.each)
    if (!answered) throw new Error('There is no other one.')
    expect(await answered.told).toEqual(WHOLE)
    expect(await storedAnswer(app.url, answered)).toEqual({ status: 'complete', text: words(9), code: null })
  })
