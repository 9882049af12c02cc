import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CutSaid, charsWithin, cutPassage } from './cut-passage.ts'
import { runs } from './testing/runs.ts'

const STOPS = Array.from({ length: 150 }, (_, stop) => `On stop ${stop} we sang in a church.`).join(' ')
const END = 'At the very end our conductor lost her brooch in Utrecht.'

const cut = (said: CutSaid, most: number) => cutPassage(said, charsWithin(said, most))

test('a whole passage is left as it is', () => {
  expect(cut({ user: 'one', assistant: 'two', foundBy: 'two' }, 6)).toEqual({ user: 'one', assistant: 'two' })
})

test('without a place it is cut from its end: the answer before the question', () => {
  expect(cut({ user: 'one two', assistant: 'three' }, 11)).toEqual({ user: 'one two', assistant: 'thre …' })
  expect(cut({ user: 'one two', assistant: 'three' }, 5)).toEqual({ user: 'one …', assistant: null })
  expect(cutPassage({ user: 'one two', assistant: 'three' }, { user: 3, assistant: 0 })).toEqual({
    user: 'one …',
    assistant: null,
  })
})

describe('what a passage was found by is quoted', () => {
  test('where it stands at the end of a question', () => {
    const { user, assistant } = cut({ user: `${STOPS} ${END}`, assistant: 'Sad.', foundBy: END }, 300)
    expect(user).toMatch(/^… \S.* church\. At the very end our conductor lost her brooch in Utrecht\.$/)
    expect(user?.length).toBeGreaterThan(250)
    expect(assistant).toBeNull()
  })

  test('in the middle, with what is around it', () => {
    const { user } = cut({ user: `${STOPS} ${END} ${STOPS}`, assistant: null, foundBy: END }, 300)
    expect(user).toMatch(/^… \S.*church\. At the very end .* Utrecht\. On stop 0 .*\S …$/)
  })

  test('in an answer, with the question, or the beginning of a long one', () => {
    const answer = `${STOPS} ${END}`
    const short = cut({ user: 'How was it?', assistant: answer, foundBy: END }, 300)
    expect(short.user).toBe('How was it?')
    expect(short.assistant).toMatch(/^… .* Utrecht\.$/)
    const long = cut({ user: STOPS, assistant: answer, foundBy: END }, 300)
    expect(long.user).toMatch(/^On stop 0 .* …$/)
    expect(long.user?.length).toBeLessThan(80)
    expect(long.assistant).toMatch(/^… .* Utrecht\.$/)
  })

  test('and its beginning, where it is longer than there is room', () => {
    const { user } = cut({ user: `First. ${STOPS} Last.`, assistant: null, foundBy: STOPS }, 100)
    expect(user).toMatch(/^… On stop 0 .* …$/)
  })

  test('unless it is within the beginning anyway, or nowhere any more', () => {
    for (const foundBy of ['On stop 1 we sang', 'what nobody said'])
      expect(cut({ user: STOPS, assistant: 'Well.', foundBy }, 300).user).toMatch(/^On stop 0 .* …$/)
  })

  test('whatever it is, in as much room and in whole characters', () => {
    const word = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 9 }), fc.constantFrom('🐝'.repeat(30), ''))
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(
        text,
        fc.option(text),
        fc.nat(300),
        fc.nat(60),
        fc.nat(400),
        (user, assistant, at, long, most) => {
          const foundBy = (assistant ?? user).slice(at, at + long).toWellFormed()
          const chars = charsWithin({ user, assistant, foundBy }, most)
          const parts = cutPassage({ user, assistant, foundBy }, chars)
          expect((chars?.user ?? 0) + (chars?.assistant ?? 0)).toBeLessThanOrEqual(most)
          for (const part of [parts.user, parts.assistant]) expect(part?.isWellFormed() ?? true).toBe(true)
        },
      ),
      runs(500),
    )
  })
})
