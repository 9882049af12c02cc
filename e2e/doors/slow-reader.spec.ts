import type { FakeUpstream } from '../fake-upstream/start.ts'
import { threadOf } from '../support/api.ts'
import { askAt, DOORS, type Door } from '../support/doors.ts'
import { beginSession, storedAnswer } from '../support/held-doors.ts'
import { jsonPost, rawConnection } from '../support/raw-connection.ts'
import { expect, test } from '../support/test.ts'

/** Of a size that no buffer on the way takes up. */
const PIECES = Array.from({ length: 50 }, (_, index) => `${`piece-${index},`.repeat(16_000)} `)
const WHOLE = PIECES.join('')

const STREAMING = DOORS.filter(({ streams }) => streams)

/** Resolves when so many answers wait for the upstream to be released. */
const allHeld = (upstream: FakeUpstream, count: number) =>
  upstream.waitFor(() => upstream.requests.filter(({ held }) => held).length === count)

/** A reader that takes a byte when it is told to. */
async function readSlowly(door: Door, base: string) {
  const sessionId = await beginSession(base)
  const connection = await rawConnection(base)
  const { path, body, headers } = door.call('slowly', sessionId)
  let read = ''
  return {
    door,
    sessionId,
    query: 'slowly',
    send: () => connection.send(jsonPost(base + path, body, headers)),
    read: () => read,
    readByte() {
      read += connection.readSome(1) ?? ''
    },
    async readRest() {
      const [head, rest = ''] = (read + (await connection.readRest())).split(/\r\n\r\n([\s\S]*)/)
      let pieces = 0
      const told = await door.read(new Response(rest), (words) => {
        if (words !== '') pieces += 1
      })
      return { head, told, pieces }
    },
  }
}

test('a reader that reads a byte now and then slows no other reader and no answer, at any door, and gets everything', async ({
  launch,
  upstream,
}) => {
  const app = await launch()
  const sessions = await Promise.all(STREAMING.map(() => beginSession(app.url)))
  const slow = await Promise.all(STREAMING.map((door) => readSlowly(door, app.url)))
  // Only now: the sessions began with answers of their own.
  const behaviour = { text: WHOLE, paceMs: 30, holdAfter: 1 }
  upstream.script(...[...STREAMING, ...STREAMING].map(() => behaviour))
  await Promise.all(slow.map(({ send }) => send()))
  await allHeld(upstream, slow.length)
  const readByte = () => {
    for (const reader of slow) reader.readByte()
  }
  const fast = STREAMING.map((door, index) =>
    askAt(door, app.url, 'at once', { sessionId: sessions[index] ?? '', onText: readByte }),
  )
  await allHeld(upstream, 2 * slow.length)
  upstream.release()
  for (const { told } of fast) expect(await told).toMatchObject({ how: 'whole', text: WHOLE })

  for (const each of slow) {
    const { door, sessionId } = each
    expect(each.read().length, door.name).toBeLessThan(1_000)
    if (door.keeps) {
      await expect.poll(async () => (await threadOf(app.url, sessionId)).runId).toBeNull()
      const answer = await storedAnswer(app.url, each)
      expect(answer, door.name).toEqual({ status: 'complete', text: WHOLE, code: null })
    }
    const { head, told, pieces } = await each.readRest()
    expect(head, door.name).toMatch(/^HTTP\/1\.1 200/)
    expect(told, door.name).toEqual({ how: 'whole', text: WHOLE, code: null })
    // What there was no room for was not kept for it: it was sent in fewer pieces.
    if (door.keeps) expect(pieces, door.name).toBeLessThan(PIECES.length)
  }
})
