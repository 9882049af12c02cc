import { expect, test } from 'vitest'
import type { MessagePart } from '../schemas/message.ts'
import { deltasFrom } from './deltas.ts'

const parts: MessagePart[] = [
  { type: 'reasoning', text: 'hmm' },
  { type: 'text', text: 'Hello 👋' },
]

const textOf = (deltas: ReturnType<typeof deltasFrom>) => deltas.map((delta) => delta.text)

test('from the start: one delta a part', () => {
  expect(deltasFrom(parts, { part: 0, offset: 0 })).toEqual([
    { type: 'delta', part: 0, kind: 'reasoning', offset: 0, text: 'hmm' },
    { type: 'delta', part: 1, kind: 'text', offset: 0, text: 'Hello 👋' },
  ])
})

test('every position: what was read and what follows make the whole', () => {
  const whole = parts.map((part) => part.text).join('')
  for (let part = 0; part < parts.length; part++) {
    const { text } = parts[part] ?? { text: '' }
    const before = parts.slice(0, part).reduce((length, { text }) => length + text.length, 0)
    for (let offset = 0; offset <= text.length; offset++) {
      const rest = textOf(deltasFrom(parts, { part, offset })).join('')
      expect(whole.slice(0, before + offset) + rest).toBe(whole)
    }
  }
})

test('a position at or behind the end has nothing to follow', () => {
  expect(deltasFrom(parts, { part: 1, offset: 8 })).toEqual([])
  expect(deltasFrom(parts, { part: 7, offset: 0 })).toEqual([])
  expect(deltasFrom([], { part: 0, offset: 0 })).toEqual([])
})
