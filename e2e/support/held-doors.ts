import { textOf } from '../../lib/schemas/message.ts'
import type { LoggedRequest } from '../fake-upstream/request-log.ts'
import type { FakeUpstream } from '../fake-upstream/start.ts'
import { threadOf } from './api.ts'
import { type Asking, askAt, DOORS, type Door } from './doors.ts'
import { HELD } from './held-answer.ts'
import { ask, getHistory } from './rest.ts'
import { expect } from './test.ts'

/** What came of a held answer before it is held. */
export const CAME = 'word1 word2 word3 '

/** An answer through a door that the upstream holds. */
export type HeldDoor = {
  door: Door
  sessionId: string
  query: string
  asking: Asking
  call: LoggedRequest
}

/** A session of a program, with one exchange in it. */
export const beginSession = async (base: string): Promise<string> =>
  (await ask(base, { query: '[[say]] hello', user: 'ada' }, { 'cache-control': 'no-cache' })).session_id

/**
 * Asks through a door, in a session of its own, for nine words of which the last six come when the upstream is
 * released; waits until it holds them, and whoever streams has read the first three.
 */
export async function holdAt(door: Door, base: string, upstream: FakeUpstream): Promise<HeldDoor> {
  const sessionId = await beginSession(base)
  const query = `${HELD} ${sessionId}`
  const asking = askAt(door, base, query, {
    sessionId,
    headers: { 'idempotency-key': `key of ${sessionId}` },
  })
  const call = await upstream.waitFor(
    ({ held, body }) => held && JSON.stringify(body).includes(JSON.stringify(query).slice(1, -1)),
  )
  if (door.streams) await asking.hears(CAME)
  return { door, sessionId, query, asking, call }
}

/** The same at each door, all at once. */
export const holdAtEach = (base: string, upstream: FakeUpstream, doors: readonly Door[] = DOORS) =>
  Promise.all(doors.map((door) => holdAt(door, base, upstream)))

/** What is stored of an answer, behind the exchange that its session began with. */
export async function storedAnswer(
  base: string,
  { sessionId, query, door }: Omit<HeldDoor, 'asking' | 'call'>,
) {
  const { messages, runId } = await threadOf(base, sessionId)
  const history = await getHistory(base, { session_id: sessionId, all: true })
  const asked = door.keeps ? [query] : []
  expect(messages.filter(({ role }) => role === 'user').map(textOf), door.name).toEqual([
    '[[say]] hello',
    ...asked,
  ])
  expect(history.messages.slice(1).map(({ content }) => content)).toEqual(messages.map(textOf))
  expect(runId, door.name).toBeNull()
  const answer = messages[3]
  return answer ? { status: answer.status, text: textOf(answer), code: answer.error?.code ?? null } : null
}

/** The session is free: one more turn through the same door is answered, and stored behind what there was. */
export async function expectUsable(base: string, { sessionId, door }: Pick<HeldDoor, 'sessionId' | 'door'>) {
  const before = (await threadOf(base, sessionId)).messages.length
  const told = await askAt(door, base, '[[say]] still here', { sessionId }).told
  expect(told, door.name).toEqual({ how: 'whole', text: 'still here', code: null, status: 200 })
  const { messages } = await threadOf(base, sessionId)
  expect(
    messages.map(({ seq }) => seq),
    door.name,
  ).toEqual(messages.map((_, index) => index))
  expect(messages).toHaveLength(before + (door.keeps ? 2 : 0))
}
