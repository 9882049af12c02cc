import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConversationHistory } from './conversation-history.ts'
import { MemoryError } from './memory-error.ts'

describe('ConversationHistory', () => {
  test('keeps five turns unless told otherwise', () => {
    const memory = new ConversationHistory()
    for (let n = 1; n <= 7; n += 1) memory.addQuery(`q${n}`, `r${n}`)
    expect(memory.maxHistory).toBe(5)
    expect(memory.history.map((turn) => turn.query)).toEqual(['q3', 'q4', 'q5', 'q6', 'q7'])
  })

  test('keeps nothing with a history of 0', () => {
    const memory = new ConversationHistory(0)
    memory.addQuery('q', 'r')
    expect(memory.history).toEqual([])
    expect(memory.getContext()).toBe('')
  })

  test.each([-1, Number.NaN, 1.5, Number.POSITIVE_INFINITY])('refuses a history of %s', (maxHistory) => {
    expect(() => new ConversationHistory(maxHistory)).toThrow(
      expect.objectContaining({
        name: 'MemoryError',
        code: 'invalid_option',
        message: expect.stringContaining('maxHistory'),
      }),
    )
    expect(() => new ConversationHistory(maxHistory)).toThrow(MemoryError)
  })

  test('writes the turns for a prompt, without trailing white space', () => {
    const memory = new ConversationHistory(2)
    memory.addQuery('first', 'one\n')
    memory.addQuery('second', 'two \n\t')
    expect(memory.getContext()).toBe('User: first\nSystem: one\n\nUser: second\nSystem: two')
  })

  test('is empty after clear, and holds as many turns as before', () => {
    const memory = new ConversationHistory(2)
    for (const n of [1, 2, 3]) memory.addQuery(`q${n}`, `r${n}`)
    memory.clear()
    expect(memory.history).toEqual([])
    expect(memory.getContext()).toBe('')
    for (const n of [4, 5, 6]) memory.addQuery(`q${n}`, `r${n}`)
    expect(memory.maxHistory).toBe(2)
    expect(memory.history.map((turn) => turn.query)).toEqual(['q5', 'q6'])
  })

  test('is not changed through what it hands out', () => {
    const memory = new ConversationHistory(2)
    memory.addQuery('q', 'r')
    const [turn] = memory.history
    if (turn) turn.query = 'changed'
    memory.history.push({ query: 'x', response: 'y' })
    expect(memory.history).toEqual([{ query: 'q', response: 'r' }])
  })

  test('behaves as a list that is cut to its newest turns', () => {
    const steps = fc.array(fc.option(fc.string(), { freq: 8 }))
    fc.assert(
      fc.property(fc.nat(6), steps, (maxHistory, queries) => {
        const memory = new ConversationHistory(maxHistory)
        let expected: { query: string; response: string }[] = []
        for (const query of queries) {
          if (query === null) {
            memory.clear()
            expected = []
          } else {
            memory.addQuery(query, 'r')
            expected = [...expected, { query, response: 'r' }].slice(
              maxHistory === 0 ? Infinity : -maxHistory,
            )
          }
          expect(memory.history).toEqual(expected)
        }
      }),
    )
  })
})
