import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastEventId } from '../schemas/ask.ts'
import { createTextEvents } from './answer-text.ts'

type Part = { part: number; text: string }

/** What a reader of these pieces gets, event by event. */
function read(pieces: readonly { text: string; part: number; offset: number }[]) {
  const text = createTextEvents()
  const frames = pieces.flatMap((piece) =>
    text.add({ text: piece.text, runId: 'run', at: { part: piece.part, offset: piece.offset } }),
  )
  const events: { id: string; data: string }[] = []
  const parser = createParser({ onEvent: ({ id = '', data }) => events.push({ id, data }) })
  parser.feed([...frames, ...text.rest()].join(''))
  return events
}

const joined = (events: readonly { data: string }[]) => events.map(({ data }) => data).join('')

/** Parts cut into pieces at these lengths. */
function cut(parts: readonly Part[], lengths: readonly number[]) {
  let next = 0
  return parts.flatMap(({ part, text }) => {
    const pieces = []
    for (let offset = 0; offset < text.length; ) {
      const length = lengths[next++ % lengths.length] ?? 1
      pieces.push({ part, offset, text: text.slice(offset, offset + length) })
      offset += length
    }
    return pieces
  })
}

test('lines have a data line each, and a space behind the colon', () => {
  const text = createTextEvents()
  expect(text.add({ text: ' a\n\n- b', runId: 'run', at: { part: 1, offset: 3 } })).toEqual([
    'id: run:1:10\ndata:  a\ndata: \ndata: - b\n\n',
  ])
})

test('words that look like the format are words', () => {
  const said = 'event: done\ndata: x\n\n: no comment\nid: 5'
  expect(read([{ text: said, part: 0, offset: 0 }])).toEqual([{ id: `run:0:${said.length}`, data: said }])
})

test('a line break of two characters is one, however it was cut', () => {
  const pieces = cut([{ part: 0, text: 'a\r\nb\rc\r\r\nd\r' }], [1])
  expect(joined(read(pieces))).toBe('a\nb\nc\n\nd\n')
})

const anyText = fc
  .array(fc.constantFrom('a', ' ', '\n', '\r', '\r\n', ':', 'data: ', '\ufeff', '😀'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''))

test('cut anywhere, and gone on with behind any event, the text is the same', () => {
  const parts = fc
    .array(anyText, { minLength: 1, maxLength: 3 })
    .map((texts) => texts.map((text, index) => ({ part: 2 * index, text })))
  const lengths = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(parts, lengths, lengths, (all, first, second) => {
      const whole = joined(read(cut(all, [99])))
      // An emoji is never cut: answers grow by whole characters.
      fc.pre(
        !all.some(({ text }) => text.includes('😀')) ||
          [...first, ...second].every((length) => length % 2 === 0),
      )
      const events = read(cut(all, first))
      expect(joined(events)).toBe(whole)
      for (const [index, { id }] of events.entries()) {
        const { at } = lastEventId.parse(id) ?? { at: { part: 0, offset: 0 } }
        const left = all
          .filter(({ part }) => part >= at.part)
          .map(({ part, text }) => ({ part, text, from: part === at.part ? at.offset : 0 }))
        const rest = left.flatMap(({ part, text, from }) =>
          cut([{ part, text: text.slice(from) }], second).map((piece) => ({
            ...piece,
            offset: piece.offset + from,
          })),
        )
        expect(joined(events.slice(0, index + 1)) + joined(read(rest))).toBe(whole)
      }
    }),
  )
})
