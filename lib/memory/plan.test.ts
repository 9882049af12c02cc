import { describe, expect, test } from 'vitest'
import { type PlanInput, plan } from './plan.ts'
import { costOf, LIMITS, path, planInput } from './testing/stored-rows.ts'

const continuation = {
  answer: { id: 'm5', seq: 5, tokens: 10 },
  request: { hash: 'r', tokens: 10 },
}

describe('an answer that is continued', () => {
  test('follows the message that it answers, and the request for the rest of it stands last', () => {
    const { map } = plan({ ...planInput(path('u a u a u')), continuation })
    expect(map.segments.slice(-3)).toEqual([
      { kind: 'message', messageId: 'm4', seq: 4, role: 'user', tokens: 13 },
      { kind: 'message', messageId: 'm5', seq: 5, role: 'assistant', tokens: 13 },
      { kind: 'continuation', hash: 'r', tokens: 13 },
    ])
    expect(map.tokens).toBe(costOf(7) + LIMITS.perRequest)
  })

  test('takes its room from the history, and is sent though it be over the limit', () => {
    const rows = path('u a u a u')
    const sent = (tokens: number) =>
      plan({ ...planInput(rows, { tokens }), continuation }).sent.map(({ seq }) => seq)
    expect(sent(costOf(7))).toEqual([0, 1, 2, 3, 4])
    expect(sent(costOf(7) - 1)).toEqual([2, 3, 4])
    const over = plan({ ...planInput(rows, { tokens: costOf(2) }), continuation })
    expect(over.map).toMatchObject({ overBudget: true, tokens: costOf(3) + LIMITS.perRequest })
  })
})

const sentSeqs = (input: PlanInput) => plan(input).sent.map((row) => row.seq)

describe('window and budget', () => {
  test('sends all that there is room for', () => {
    const { map } = plan(planInput(path('u a u a u')))
    expect(map.segments.map((segment) => segment.kind === 'message' && segment.seq)).toEqual([0, 1, 2, 3, 4])
    expect(map).toMatchObject({ leftOut: [], keptStart: 0, overBudget: false })
    expect(map.tokens).toBe(costOf(5) + LIMITS.perRequest)
  })

  test('Trimming: the newest exchanges are kept, not the oldest', () => {
    const { map } = plan(planInput(path('u a u a u a u'), { maxExchanges: 1 }))
    expect(map.leftOut).toEqual([{ fromSeq: 0, toSeq: 3, reason: 'window' }])
    expect(map.keptStart).toBe(4)
  })

  test('sends only the new message where maxExchanges is 0', () => {
    const { map } = plan(planInput(path('u a u'), { maxExchanges: 0 }))
    expect(map).toMatchObject({ leftOut: [{ fromSeq: 0, toSeq: 1, reason: 'window' }], keptStart: null })
  })

  test('keeps what fits exactly, and drops a whole exchange where a token is missing', () => {
    expect(sentSeqs(planInput(path('u a u a u'), { tokens: costOf(5) }))).toEqual([0, 1, 2, 3, 4])
    expect(sentSeqs(planInput(path('u a u a u'), { tokens: costOf(5) - 1 }))).toEqual([2, 3, 4])
  })

  test('Trimming: a tool call and its result stay or go together', () => {
    const rows = path('u a t a u a t a u')
    expect(sentSeqs(planInput(rows, { tokens: costOf(8) }))).toEqual([4, 5, 6, 7, 8])
    expect(sentSeqs(planInput(rows, { tokens: costOf(4) }))).toEqual([8])
  })

  test('Trimming: a huge tool output that takes the room is listed with its exchange', () => {
    const { map } = plan(planInput(path('u a u a t a u', { 4: { tokens: 9_000 } }), { tokens: 8_000 }))
    expect(map.leftOut).toEqual([{ fromSeq: 0, toSeq: 5, reason: 'budget' }])
  })

  test('Trimming: the newest message alone over the budget is sent alone, and marked', () => {
    const { map } = plan(planInput(path('u a u', { 2: { tokens: 900 } }), { tokens: 800 }))
    expect(map.segments).toEqual([{ kind: 'message', messageId: 'm2', seq: 2, role: 'user', tokens: 903 }])
    expect(map.leftOut).toEqual([{ fromSeq: 0, toSeq: 1, reason: 'budget' }])
    expect(map).toMatchObject({ overBudget: true, keptStart: null })
  })

  test('names the reason that ended the walk for all that is older', () => {
    const rows = path('u a u a u a u')
    expect(plan(planInput(rows, { maxExchanges: 2, tokens: costOf(4) })).map.leftOut).toEqual([
      { fromSeq: 0, toSeq: 3, reason: 'budget' },
    ])
    expect(plan(planInput(rows, { maxExchanges: 1, tokens: costOf(3) })).map.leftOut).toEqual([
      { fromSeq: 0, toSeq: 3, reason: 'window' },
    ])
  })

  test('Counting: instructions, what is pinned, an answer to go on with and the overhead take from what the history has', () => {
    const rows = path('u a u a u a u', { 0: { pinned: true }, 1: { pinned: true } })
    const all = {
      ...planInput(rows, { tokens: costOf(10) }),
      instructions: { hash: 'h', tokens: 10 },
      continuation,
    }
    expect(plan(all).map).toMatchObject({ tokens: costOf(10) + LIMITS.perRequest, leftOut: [] })
    const tighter = { ...all, ...planInput(rows, { tokens: costOf(10) - 1 }), ...{ continuation } }
    expect(plan({ ...tighter, instructions: all.instructions }).map).toMatchObject({
      tokens: costOf(8) + LIMITS.perRequest,
      leftOut: [{ fromSeq: 2, toSeq: 3, reason: 'budget' }],
    })
  })

  test('counts the instructions, and puts them first', () => {
    const input = planInput(path('u a u'), { tokens: costOf(3) })
    const { map } = plan({ ...input, instructions: { hash: 'h', tokens: 10 } })
    expect(map.segments.map((segment) => segment.kind)).toEqual(['instructions', 'message'])
    expect(map.tokens).toBe(costOf(2) + LIMITS.perRequest)
  })

  test('takes the answer’s reserve off the model’s window, and the lower of both limits', () => {
    const limits = { ...LIMITS, window: 1_000, answerReserve: 400 }
    const input = { ...planInput(path('u')), limits }
    expect(plan(input).map.limit).toEqual({ total: 600, maxTokens: null, window: 1_000, answerReserve: 400 })
    expect(plan({ ...input, settings: { ...input.settings, maxTokens: 500 } }).map.limit.total).toBe(500)
    expect(plan({ ...input, limits: { ...limits, answerReserve: 2_000 } }).map.limit.total).toBe(0)
  })
})

describe('what cannot be sent', () => {
  test('leaves a failed answer out, and keeps its question', () => {
    const { map } = plan(planInput(path('u a u a u', { 1: { status: 'failed' } })))
    expect(map.leftOut).toEqual([{ fromSeq: 1, toSeq: 1, reason: 'failed' }])
    expect(map.keptStart).toBe(0)
  })

  test('Trimming: a reasoning-only or blank message is left out', () => {
    expect(plan(planInput(path('u a u', { 1: { text: ' \n' } }))).map.leftOut).toEqual([
      { fromSeq: 1, toSeq: 1, reason: 'empty' },
    ])
  })

  test('Trimming: an answer whose question is blank goes with it', () => {
    expect(plan(planInput(path('u a u', { 0: { text: '' } }))).map.leftOut).toEqual([
      { fromSeq: 0, toSeq: 1, reason: 'empty' },
    ])
  })

  test('excludes the whole exchange of a marked message, which then takes no place in the window', () => {
    const { map } = plan(planInput(path('u a u a u a u', { 3: { excluded: true } }), { maxExchanges: 2 }))
    expect(map.leftOut).toEqual([{ fromSeq: 2, toSeq: 3, reason: 'excluded' }])
    expect(map.keptStart).toBe(0)
  })

  test('merges what follows each other for one reason, and only that', () => {
    const excluded = { excluded: true }
    const rows = path('u a u a u a u a u', { 0: excluded, 2: excluded, 7: excluded })
    expect(plan(planInput(rows)).map.leftOut).toEqual([
      { fromSeq: 0, toSeq: 3, reason: 'excluded' },
      { fromSeq: 6, toSeq: 7, reason: 'excluded' },
    ])
  })

  test('Trimming: a result without its call, or a call without its result, is not sent', () => {
    expect(plan(planInput(path('u t a u'))).map.leftOut).toEqual([
      { fromSeq: 1, toSeq: 1, reason: 'forgotten' },
    ])
    expect(plan(planInput(path('u a t a u', { 1: { status: 'failed' } }))).map.leftOut).toEqual([
      { fromSeq: 1, toSeq: 2, reason: 'failed' },
    ])
    expect(plan(planInput(path('u a t t a u', { 3: { toolCallId: 'another' } }))).map.leftOut).toEqual([
      { fromSeq: 1, toSeq: 2, reason: 'unanswered' },
      { fromSeq: 3, toSeq: 3, reason: 'forgotten' },
    ])
    expect(plan(planInput(path('u a t t a u', { 3: { toolCallId: 'call 2' } }))).map.leftOut).toEqual([
      { fromSeq: 1, toSeq: 2, reason: 'unanswered' },
      { fromSeq: 3, toSeq: 3, reason: 'forgotten' },
    ])
  })

  test('a call needs no words, and a result may be empty', () => {
    const rows = path('u a t a u', { 1: { text: '' }, 2: { text: '' } })
    expect(sentSeqs(planInput(rows))).toEqual([0, 1, 2, 3, 4])
  })

  test('Trimming: the kept list never starts with an assistant or tool message', () => {
    expect(plan(planInput(path('a t u a u'))).map).toMatchObject({
      leftOut: [{ fromSeq: 0, toSeq: 1, reason: 'forgotten' }],
      keptStart: 2,
    })
  })

  test('Trimming: a system message of the path stands first, and goes with its exchange', () => {
    expect(sentSeqs(planInput(path('s u s a u')))).toEqual([0, 2, 1, 3, 4])
    expect(sentSeqs(planInput(path('s u s a u'), { maxExchanges: 0 }))).toEqual([4])
  })

  test('sends a blank draft, so that its plan can be shown', () => {
    expect(sentSeqs(planInput(path('u a u', { 2: { text: '', tokens: 0 } })))).toEqual([0, 1, 2])
  })
})

describe('starting afresh, and rows that were not read', () => {
  test('sends nothing above the divider', () => {
    const rows = path('u a u a u').map((row) => ({ ...row, seq: row.seq + (row.seq > 1 ? 1 : 0) }))
    const { map } = plan({ ...planInput(rows), dividerSeq: 2 })
    expect(map.leftOut).toEqual([{ fromSeq: 0, toSeq: 1, reason: 'afresh' }])
    expect(map.keptStart).toBe(3)
  })

  test('sends the new message alone below a divider at the end', () => {
    const rows = path('u a u', { 2: { seq: 3 } })
    expect(sentSeqs({ ...planInput(rows), dividerSeq: 2 })).toEqual([3])
  })

  test('sends the new message even where a divider stands behind it, as after answering again', () => {
    const { map, sent } = plan({ ...planInput(path('u a u')), dividerSeq: 4 })
    expect(sent.map((row) => row.seq)).toEqual([2])
    expect(map.leftOut).toEqual([{ fromSeq: 0, toSeq: 1, reason: 'afresh' }])
  })

  test('names what was never read with the reason for it', () => {
    const rows = path('u a u a u').map((row) => ({ ...row, seq: row.seq + 100 }))
    const unread = (settings: Parameters<typeof planInput>[1]) =>
      plan({ ...planInput(rows, settings), firstSeq: 7 }).map.leftOut
    expect(unread({ maxExchanges: 2 })).toEqual([{ fromSeq: 7, toSeq: 99, reason: 'window' }])
    expect(unread({ tokens: costOf(4) })).toEqual([{ fromSeq: 7, toSeq: 101, reason: 'budget' }])
  })

  test('calls rows forgotten that should be there and are not', () => {
    const rows = path('u a u').map((row) => ({ ...row, seq: row.seq + 9 }))
    expect(plan({ ...planInput(rows), firstSeq: 0 }).map.leftOut).toEqual([
      { fromSeq: 0, toSeq: 8, reason: 'forgotten' },
    ])
  })
})

describe('input that is none', () => {
  test.each([[path('u a')], [[]]])('refuses rows without a new user message', (rows) => {
    const refusal = { code: 'invalid_rows', message: 'The last row must be a user message.' }
    expect(() => plan(planInput(rows))).toThrow(expect.objectContaining(refusal))
  })

  test.each(['maxExchanges', 'maxTokens'])('refuses a %s that is no number, by its name', (name) => {
    const input = planInput(path('u'))
    const settings = { ...input.settings, [name]: Number.NaN }
    const refusal = { code: 'invalid_option', message: expect.stringContaining(name) }
    expect(() => plan({ ...input, settings })).toThrow(expect.objectContaining(refusal))
  })
})
