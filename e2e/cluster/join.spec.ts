import type { MessagePart } from '../../lib/schemas/message.ts'
import { type Position, positionId } from '../../lib/schemas/run-event.ts'
import { begin, eventsOf, join, threadOf } from '../support/api.ts'
import { words } from '../support/held-answer.ts'
import { expect, test } from '../support/two-servers.ts'

const THOUGHT = 'So it is.'
const TEXT = 'Ein Wort, 😀 noch eins, and the last of them'
const ASK = `[[reason ${THOUGHT}]] [[hold 4]] [[say]] ${TEXT}`
const WHOLE: MessagePart[] = [
  { type: 'reasoning', text: THOUGHT },
  { type: 'text', text: TEXT },
]
const POSITIONS: Position[] = WHOLE.flatMap(({ text }, part) =>
  Array.from({ length: text.length + 1 }, (_, offset) => ({ part, offset })),
)

/** What stands behind a position. Throws where a piece does not begin where the last one ended. */
async function behind(from: Position, response: Response): Promise<MessagePart[]> {
  const parts: MessagePart[] = []
  let at = from
  for await (const event of eventsOf(response)) {
    if (event.type === 'error') throw new Error(event.error.message)
    if (event.type !== 'delta') continue
    const { part, offset, kind, text } = event
    const expected = part === at.part ? at.offset : 0
    if (part < at.part || offset !== expected)
      throw new Error(`Behind ${positionId(at)} came ${positionId({ part, offset })}.`)
    const last = parts.at(-1)
    if (last?.type === kind) last.text += text
    else parts.push({ type: kind, text })
    at = { part, offset: offset + text.length }
  }
  return parts
}

const expected = ({ part, offset }: Position): MessagePart[] =>
  WHOLE.slice(part)
    .map(({ type, text }, index) => ({ type, text: index === 0 ? text.slice(offset) : text }))
    .filter(({ text }) => text !== '')

test('a run is joined from the other process at every position, while it is written, after its end and in the stored message: always the same text', async ({
  one,
  other,
  upstream,
}) => {
  const { runId, sessionId } = await begin(one.url, ASK)
  await upstream.waitFor(({ held }) => held)
  const everywhere = [one, other].flatMap(({ url }) => POSITIONS.map((position) => ({ url, position })))
  const at = ({ url, position }: (typeof everywhere)[number]) => join(url, runId, positionId(position))

  const during = await Promise.all(everywhere.map(async (place) => ({ place, response: await at(place) })))
  upstream.release()
  await Promise.all(
    during.map(async ({ place, response }) =>
      expect(await behind(place.position, response), JSON.stringify(place)).toEqual(expected(place.position)),
    ),
  )
  for (const place of everywhere)
    expect(await behind(place.position, await at(place)), JSON.stringify(place)).toEqual(
      expected(place.position),
    )
  for (const { url } of [one, other]) {
    const { messages } = await threadOf(url, sessionId)
    expect(messages[1]).toMatchObject({ status: 'complete', parts: WHOLE })
  }
})

test('as it is written, every piece that one process has sent is a place to go on from in the other', async ({
  one,
  other,
}) => {
  const { runId, events } = await begin(one.url, '[[words 40]] [[pace 20]]')
  const whole = words(40)
  const joined: Promise<void>[] = []
  let read = ''
  for await (const event of events) {
    if (event.type !== 'delta') continue
    read += event.text
    const position = { part: 0, offset: read.length }
    joined.push(
      join(other.url, runId, positionId(position)).then(async (response) => {
        const rest = await behind(position, response)
        expect(whole.slice(0, position.offset) + (rest[0]?.text ?? '')).toBe(whole)
      }),
    )
  }
  expect(read).toBe(whole)
  expect(joined.length).toBeGreaterThan(5)
  await Promise.all(joined)
})
