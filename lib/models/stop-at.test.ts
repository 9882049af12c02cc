import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelEvent } from '../ports/chat-models.ts'
import { stopAt } from './stop-at.ts'

const END: ModelEvent = {
  type: 'end',
  usage: { input: 1, cachedInput: null, output: 2, reasoning: null },
  reason: 'length',
}

async function read(pieces: readonly string[], stop: readonly string[]) {
  const events: ModelEvent[] = []
  async function* spoken(): AsyncGenerator<ModelEvent> {
    for (const text of pieces) yield { type: 'text', text }
    yield END
  }
  for await (const event of stopAt(spoken(), stop)) events.push(event)
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  return { events, text, end: events.at(-1) }
}

test('an answer ends before the text that is complete first, however it comes in pieces', async () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { maxLength: 12 }),
      fc.array(word, { maxLength: 3 }),
      async (pieces, stop) => {
        const whole = pieces.join('')
        const marks = stop.filter((mark) => mark !== '')
        const beginnings = Array.from(whole, (_, place) => whole.slice(0, place + 1))
        const complete = beginnings.find((beginning) => marks.some((mark) => beginning.endsWith(mark)))
        const longest = Math.max(...marks.map((mark) => (complete?.endsWith(mark) ? mark.length : 0)))
        const { text, end: last } = await read(pieces, stop)
        expect(text).toBe(complete === undefined ? whole : complete.slice(0, complete.length - longest))
        expect(last).toEqual(
          complete === undefined ? END : { ...END, reason: 'stop', usage: expect.anything() },
        )
      },
    ),
    {
      numRuns: 1_000,
      examples: [
        [
          ['abb', 'a'],
          ['b', 'abba'],
        ],
      ],
    },
  )
})

test('nothing that stands behind the text is asked for', async () => {
  let asked = 0
  async function* spoken(): AsyncGenerator<ModelEvent> {
    for (const text of ['one ', 'STOP', ' two']) {
      asked += 1
      yield { type: 'text', text }
    }
  }
  for await (const event of stopAt(spoken(), ['STOP'])) if (event.type === 'end') break
  expect(asked).toBe(2)
})

test('reasoning is no part of the answer, and what is held goes before it', async () => {
  async function* spoken(): AsyncGenerator<ModelEvent> {
    yield { type: 'text', text: 'so ST' }
    yield { type: 'reasoning', text: 'STOP?' }
    yield END
  }
  const events: ModelEvent[] = []
  for await (const event of stopAt(spoken(), ['STOP'])) events.push(event)
  expect(events).toEqual([
    { type: 'text', text: 'so ' },
    { type: 'text', text: 'ST' },
    { type: 'reasoning', text: 'STOP?' },
    END,
  ])
})
