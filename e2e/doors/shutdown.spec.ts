import { DOORS, type Door, isOpenai } from '../support/doors.ts'
import { words } from '../support/held-answer.ts'
import { CAME, expectUsable, holdAtEach, storedAnswer } from '../support/held-doors.ts'
import { ONE_PROCESS } from '../support/one-process.ts'
import { jsonPost, rawConnection } from '../support/raw-connection.ts'
import { expect, test } from '../support/test.ts'

/** A request whose body has yet to come when the signal does. `finish`: sends it, and gives the response. */
async function openLate(door: Door, base: string) {
  const { path, body, headers } = door.call('too late', 'another session')
  const [head = '', text = ''] = jsonPost(base + path, body, headers).split(/(?<=\r\n\r\n)/)
  const connection = await rawConnection(base)
  await connection.send(head)
  return {
    door,
    async finish(): Promise<string> {
      await connection.send(text)
      return connection.readRest()
    },
  }
}

test('SIGTERM with time to finish: the answer of each door is finished and told whole, and a new one is refused', {
  tag: ONE_PROCESS,
}, async ({ launch, upstream }) => {
  const app = await launch({ SHUTDOWN_GRACE_MS: '60000' })
  // First, so that the server has read their heads long before the signal comes.
  const late = await Promise.all(DOORS.map((door) => openLate(door, app.url)))
  const held = await holdAtEach(app.url, upstream)
  const ended = app.stop('SIGTERM')
  await expect.poll(() => app.output()).toContain('Stopping')
  for (const { door, finish } of late) {
    const refusal = await finish()
    expect(refusal, door.name).toMatch(/^HTTP\/1\.1 503 /)
    expect(refusal, door.name).toContain('"code":"shutting_down"')
  }
  upstream.release()
  for (const { door, asking } of held)
    expect(await asking.told, door.name).toEqual({ how: 'whole', text: words(9), code: null, status: 200 })
  expect(await ended).toBe(0)

  const { url } = await launch()
  for (const each of held) {
    const { door } = each
    const complete = door.keeps ? { status: 'complete', text: words(9), code: null } : null
    expect(await storedAnswer(url, each), door.name).toEqual(complete)
    await expectUsable(url, each)
  }
})

test('SIGTERM without time to finish: what came is kept as interrupted, each door says so, and no call goes on', {
  tag: ONE_PROCESS,
}, async ({ launch, upstream }) => {
  const app = await launch({ SHUTDOWN_GRACE_MS: '0' })
  const held = await holdAtEach(app.url, upstream)
  expect(await app.stop('SIGTERM')).toBe(0)
  for (const { door, asking, call } of held) {
    const told = await asking.told
    await upstream.waitFor((request) => request === call && request.closedEarly)
    const text = door.streams ? CAME : ''
    const failure = door.keeps
      ? { code: 'model_incomplete', status: 502 }
      : { code: 'shutting_down', status: 503 }
    expect(told, door.name).toEqual(
      isOpenai(door)
        ? { how: 'failed', text, ...failure, ...(door.streams ? { status: 200 } : {}) }
        : { how: 'cut', text: CAME, code: null, status: 200 },
    )
  }

  const { url } = await launch()
  for (const each of held) {
    const { door } = each
    const interrupted = door.keeps ? { status: 'interrupted', text: CAME, code: null } : null
    expect(await storedAnswer(url, each), door.name).toEqual(interrupted)
    await expectUsable(url, each)
  }
  expect(held).toHaveLength(DOORS.length)
})
