import { threadOf } from '../support/api.ts'
import { askAt, DOORS } from '../support/doors.ts'
import { beginSession, storedAnswer } from '../support/held-doors.ts'
import { jsonPost, rawConnection } from '../support/raw-connection.ts'
import { expect, test } from '../support/test.ts'

/** Of a size that no buffer on the way takes up. */
const PIECES = Array.from({ length: 50 }, (_, index) => `${`piece-${index},`.repeat(16_000)} `)
const WHOLE = PIECES.join('')

const SILENCE_MS = '1000'

for (const door of DOORS.filter(({ streams }) => streams))
  test(`${door.name}, read a byte now and then: that slows nobody else and not the answer, and everything comes`, async ({
    launch,
    upstream,
  }) => {
    const app = await launch({ MODEL_SILENCE_MS: SILENCE_MS })
    const [slowSession, fastSession] = [await beginSession(app.url), await beginSession(app.url)]
    const behaviour = { text: WHOLE, paceMs: 30, holdAfter: 1 }
    upstream.script(behaviour, behaviour)

    const slow = await rawConnection(app.url)
    const { path, body, headers } = door.call('slowly', slowSession)
    await slow.send(jsonPost(app.url + path, body, headers))
    await upstream.waitFor(({ held, body }) => held && JSON.stringify(body).includes('slowly'))
    let read = ''
    const pieces = { fast: 0, slow: 0 }
    const fast = askAt(door, app.url, 'at once', {
      sessionId: fastSession,
      onText() {
        pieces.fast += 1
        read += slow.readSome(1) ?? ''
      },
    })
    await upstream.waitFor(({ held, body }) => held && JSON.stringify(body).includes('at once'))
    upstream.release()
    expect((await fast.told).text).toBe(WHOLE)
    expect(read.length).toBeLessThan(200)

    if (door.keeps) {
      await expect.poll(async () => (await threadOf(app.url, slowSession)).runId).toBeNull()
      const answer = await storedAnswer(app.url, { door, sessionId: slowSession, query: 'slowly' })
      expect(answer).toEqual({ status: 'complete', text: WHOLE, code: null })
    }
    const [head, rest = ''] = (read + (await slow.readRest())).split(/\r\n\r\n([\s\S]*)/)
    expect(head).toMatch(/^HTTP\/1\.1 200/)
    const told = await door.read(new Response(rest), (words) => {
      if (words !== '') pieces.slow += 1
    })
    expect(told).toEqual({ how: 'whole', text: WHOLE, code: null })
    // Of what is kept a reader is sent more at once, the longer it takes.
    if (door.keeps) expect(pieces.slow).toBeLessThan(pieces.fast)
  })
