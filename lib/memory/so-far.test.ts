import { describe, expect, test } from 'vitest'
import { plan } from './plan.ts'
import { costOf, path, planInput } from './testing/stored-rows.ts'

/** The path up to its newest message of the user, and what stands behind that. */
function going(line: string, edit: Parameters<typeof path>[1] = {}) {
  const rows = path(line, edit)
  const newest = rows.findLastIndex(({ role }) => role === 'user')
  return { history: rows.slice(0, newest + 1), soFar: rows.slice(newest + 1) }
}

describe('what stands behind the newest message', () => {
  test('is sent behind it, and counted', () => {
    const { history, soFar } = going('u a u a t t')
    const { map, sent } = plan({ ...planInput(history), soFar })
    expect(sent.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5])
    expect(map.tokens).toBe(planInput(history).limits.perRequest + costOf(6))
    expect(map.keptStart).toBe(0)
  })

  test('has its room before anything older', () => {
    const { history, soFar } = going('u a u a u a t')
    const within = (tokens: number) => plan({ ...planInput(history, { tokens }), soFar })
    expect(within(costOf(7)).sent).toHaveLength(7)
    const trimmed = within(costOf(7) - 1)
    expect(trimmed.sent.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6])
    expect(trimmed.map).toMatchObject({
      overBudget: false,
      leftOut: [{ fromSeq: 0, toSeq: 1, reason: 'budget' }],
    })
    expect(within(costOf(3) - 1).map).toMatchObject({
      overBudget: true,
      leftOut: [{ fromSeq: 0, toSeq: 3, reason: 'budget' }],
    })
  })

  test('is left out where it cannot be sent, with the reason', () => {
    const { history, soFar } = going('u a a t', { 1: { text: ' ' }, 3: { toolCallId: 'another' } })
    const { map, sent } = plan({ ...planInput(history), soFar })
    expect(sent.map(({ seq }) => seq)).toEqual([0])
    expect(map.leftOut).toEqual([
      { fromSeq: 1, toSeq: 1, reason: 'empty' },
      { fromSeq: 2, toSeq: 2, reason: 'unanswered' },
      { fromSeq: 3, toSeq: 3, reason: 'forgotten' },
    ])
    expect(map.tokens).toBe(planInput(history).limits.perRequest + costOf(1))
  })

  test('is sent though its exchange is excluded, as its question is', () => {
    const excluded = { excluded: true }
    const { history, soFar } = going('u a t', { 0: excluded, 1: excluded, 2: excluded })
    expect(plan({ ...planInput(history), soFar }).sent).toHaveLength(3)
  })
})

test('what the model may call takes its room, and is named beside what is said', () => {
  const tools = { hash: 'tools', tokens: 25 }
  const input = { ...planInput(path('u a u'), { tokens: costOf(3) + 24 }), tools }
  const { map, sent } = plan(input)
  expect(map.segments[0]).toEqual({ kind: 'tools', hash: 'tools', tokens: 25 })
  expect(sent.map(({ seq }) => seq)).toEqual([2])
  expect(map.tokens).toBe(input.limits.perRequest + 25 + costOf(1))
  expect(plan({ ...planInput(path('u a u'), { tokens: costOf(3) + 25 }), tools }).sent).toHaveLength(3)
})
