import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MessagePart } from '@/lib/schemas/message'
import { type Delta, positionBehind } from '@/lib/schemas/run-event'
import { newOf, withDelta } from './delta-seam'

const delta = (part: number, offset: number, text: string): Delta => ({
  type: 'delta',
  part,
  kind: 'text',
  offset,
  text,
})

describe('newOf', () => {
  const at = { part: 1, offset: 5 }
  test.each<[string, Delta, ReturnType<typeof newOf>]>([
    ['what follows, whole', delta(1, 5, 'abc'), delta(1, 5, 'abc')],
    ['the unknown half of an overlap', delta(1, 3, 'abc'), delta(1, 5, 'c')],
    ['nothing of what is known', delta(1, 2, 'abc'), null],
    ['nothing of an earlier part', delta(0, 90, 'abc'), null],
    ['the next part from its start', delta(2, 0, 'abc'), delta(2, 0, 'abc')],
  ])('gives %s', (_, input, expected) => {
    expect(newOf(input, at)).toEqual(expected)
  })

  test.each([delta(1, 6, 'x'), delta(2, 1, 'x'), delta(3, 0, 'x')])('tells a gap: %j', (input) => {
    expect(newOf(input, at)).toBe('gap')
  })
})

test('a reader that joins anywhere, any number of times, ends with the same text', () => {
  const partsOf = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      partsOf,
      fc.array(fc.nat(60), { maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      (texts, cuts, size) => {
        const all = texts.flatMap((text, part) =>
          Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
            delta(part, index * size, text.slice(index * size, (index + 1) * size)),
          ),
        )
        let parts: MessagePart[] = []
        const read = (deltas: Delta[]) => {
          for (const each of deltas) {
            const fresh = newOf(each, positionBehind(parts))
            if (fresh === 'gap') return
            if (fresh) parts = withDelta(parts, fresh)
          }
        }
        for (const cut of cuts) read(all.slice(0, cut))
        read(all)
        expect(parts.map(({ text }) => text)).toEqual(texts)
      },
    ),
  )
})
