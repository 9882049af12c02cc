import { describe, expect, test } from 'vitest'
import type { ContextMap } from './context-map.ts'
import { type PlanInput, plan } from './plan.ts'
import type { StoredSummary, Summaries } from './stored-summary.ts'
import { costOf, LIMITS, path, planInput } from './testing/stored-rows.ts'
import type { StoredMessage } from './types.ts'

const SUMMARY_COST = 40

/** A version that tells everything up to `toSeq`; with the words around it, it takes as much as `SUMMARY_COST` says. */
const version = (number: number, toSeq: number, more: Partial<StoredSummary> = {}): StoredSummary => ({
  id: `s${number}`,
  version: number,
  fromSeq: 0,
  toSeq,
  tokens: SUMMARY_COST - 5 - 3 - 2,
  asked: false,
  omitted: [],
  ...more,
})

const summaries = (...versions: StoredSummary[]): Summaries => ({
  versions: versions.toReversed(),
  wrapper: { hash: 'wrapper', tokens: 5 },
  failure: null,
})

/** Room for so many messages behind a summary, the new one counted. */
function input(
  rows: StoredMessage[],
  room: number,
  given: Summaries,
  previous: ContextMap | null = null,
): PlanInput {
  const frame = planInput(rows, { tokens: costOf(room) + SUMMARY_COST, useSummary: true })
  return { ...frame, summaries: given, previous }
}

/** The decisions turn by turn; `written` says which versions are there when the message of that seq is planned. */
function turnByTurn(rows: StoredMessage[], room: number, written: (seq: number) => StoredSummary[]) {
  const maps: ContextMap[] = []
  for (const [place, { role, seq }] of rows.entries()) {
    if (role !== 'user') continue
    const frame = input(rows.slice(0, place + 1), room, summaries(...written(seq)), maps.at(-1) ?? null)
    maps.push(plan(frame).map)
  }
  return maps
}

const sentSeqs = (map: ContextMap) =>
  map.segments.flatMap((segment) => (segment.kind === 'message' ? [segment.seq] : []))

const rows = path(`${'u a '.repeat(12)}u`)

/** Edits that pin the rows up to a place. */
const pinAll = (end: number, start = 0) =>
  Object.fromEntries(Array.from({ length: end - start }, (_, place) => [start + place, { pinned: true }]))

describe('a summary', () => {
  test('Counting: it takes its room with the words around it, by the count of it as it is quoted', () => {
    const { map } = plan(input(rows, 7, summaries(version(1, 19, { asked: true }))))
    expect(map.segments[0]).toMatchObject({ kind: 'summary', tokens: SUMMARY_COST })
    expect(map.tokens).toBe(SUMMARY_COST + costOf(5) + LIMITS.perRequest)
    const full = plan(input(rows, 4, summaries(version(1, 19, { asked: true })))).map
    expect(full).toMatchObject({ overBudget: true, owed: { fromSeq: 20 } })
  })

  test('stands behind the instructions, and tells what is not sent', () => {
    const { map } = plan({
      ...input(rows, 6, summaries(version(1, 19))),
      instructions: { hash: 'h', tokens: 1 },
    })
    expect(map.segments.slice(0, 2)).toEqual([
      { kind: 'instructions', hash: 'h', tokens: 4 },
      {
        kind: 'summary',
        summaryId: 's1',
        version: 1,
        fromSeq: 0,
        toSeq: 19,
        hash: 'wrapper',
        tokens: SUMMARY_COST,
      },
    ])
    expect(sentSeqs(map)).toEqual([20, 21, 22, 23, 24])
    expect(map).toMatchObject({ leftOut: [], owed: null, trimmed: null, overBudget: false })
    expect(map.summary).toEqual({ id: 's1', version: 1, toSeq: 19 })
  })

  test('written ahead waits until the history is full, and then stays until it is full again', () => {
    // Nine messages and the room of a summary: twelve without one.
    const maps = turnByTurn(rows.slice(0, 23), 9, (seq) => [
      ...(seq >= 8 ? [version(1, 5)] : []),
      ...(seq >= 14 ? [version(2, 13)] : []),
    ])
    expect(maps.map(({ summary }) => summary?.version ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2])
    expect(maps.map(({ keptStart }) => keptStart)).toEqual([null, 0, 0, 0, 0, 0, 6, 6, 14, 14, 14, 14])
    expect(maps.every(({ overBudget, owed }) => !overBudget && owed === null)).toBe(true)
  })

  test('is the first that leaves the history below the low mark, though longer ones are there', () => {
    const versions = [version(1, 7), version(2, 9)]
    const [before, after] = turnByTurn(rows.slice(0, 13), 9, () => versions).slice(-2)
    expect([before?.summary, after?.summary?.version]).toEqual([null, 1])
  })

  test('does not give way to a shorter one, however little that takes', () => {
    const long = version(2, 15, { tokens: 150 })
    const frame = input(rows, 16, summaries(version(1, 13, { tokens: 0 }), long))
    const previous = { ...plan(frame).map, summary: { id: 's2', version: 2, toSeq: 15 } }
    const { map } = plan({ ...frame, previous })
    expect(map.summary?.version).toBe(2)
  })

  test('of the same range takes the place of the one before at once', () => {
    const frame = input(rows, 9, summaries(version(1, 15)))
    const before = plan(frame).map
    const edited = plan({ ...frame, previous: before, summaries: summaries(version(1, 15), version(2, 15)) })
    expect(edited.map.summary?.version).toBe(2)
  })

  test('that was asked for is in force though everything would fit', () => {
    const asked = input(rows, 30, summaries(version(1, 15, { asked: true })))
    expect(sentSeqs(plan(asked).map)[0]).toBe(16)
    const notAsked = input(rows, 30, summaries(version(1, 15)))
    expect(sentSeqs(plan(notAsked).map)[0]).toBe(0)
  })

  test('that was taken back to puts the longer ones aside', () => {
    const versions = [version(1, 9), version(2, 19), version(3, 9, { asked: true })]
    const { map } = plan(input(rows, 20, summaries(...versions)))
    expect(map.summary).toMatchObject({ version: 3, toSeq: 9 })
  })

  test('that is taken back to and was not asked for: all is sent as it is where it fits, else that one is in force', () => {
    const versions = [version(1, 9), version(2, 19), version(3, 9)]
    const held = (room: number) => {
      const frame = input(rows, room, summaries(...versions.slice(0, 2)))
      return { ...plan(frame).map, summary: { id: 's2', version: 2, toSeq: 19 } }
    }
    const back = (room: number) => plan(input(rows, room, summaries(...versions), held(room))).map
    expect(back(30)).toMatchObject({ summary: null, owed: null, leftOut: [] })
    expect(sentSeqs(back(30))[0]).toBe(0)
    expect(back(18)).toMatchObject({ summary: { version: 3, toSeq: 9 }, owed: null, overBudget: false })
    expect(back(9)).toMatchObject({ summary: { version: 3 }, owed: { fromSeq: 10 } })
    expect(sentSeqs(back(9))[0]).toBe(10)
  })

  test('an edit of one that waited is in force at once, and undone all is sent as it is again', () => {
    const waiting = [version(1, 9)]
    const edited = [...waiting, version(2, 9, { asked: true })]
    const first = plan(input(rows, 30, summaries(...waiting))).map
    const second = plan(input(rows, 30, summaries(...edited), first)).map
    expect([first.summary, second.summary?.version]).toEqual([null, 2])
    const undone = (previous: ContextMap) =>
      plan(input(rows, 30, summaries(...edited, version(3, 9)), previous)).map
    expect(undone(first)).toMatchObject({ summary: null, leftOut: [], owed: null })
    // Once a turn was sent with it, the head of the prompt stays.
    expect(undone(second).summary?.version).toBe(3)
  })

  test('that takes more than half of what the model holds is passed over for one before it, or for none', () => {
    const large = (tokens: number) => version(2, 19, { asked: true, tokens: tokens - 5 - 3 - 2 })
    const limits = { ...LIMITS, window: LIMITS.answerReserve + 400 }
    const sent = (...given: StoredSummary[]) => plan({ ...input(rows, 30, summaries(...given)), limits }).map
    const before = version(1, 9, { asked: true })
    expect(sent(before, large(200)).summary).toMatchObject({ version: 2 })
    expect(sent(before, large(201)).summary).toMatchObject({ version: 1 })
    expect(sent(large(201)).summary).toBeNull()
  })

  test('is not used where the settings want none, or no memory at all', () => {
    const frame = input(rows, 9, summaries(version(1, 19, { asked: true })))
    const none = plan({ ...frame, settings: { ...frame.settings, useSummary: false } }).map
    expect(none).toMatchObject({ summary: null, owed: null, trimmed: { reason: 'budget' } })
    const alone = plan({ ...frame, settings: { ...frame.settings, maxExchanges: 0 } }).map
    expect(alone).toMatchObject({ summary: null, owed: null, trimmed: { reason: 'window' } })
  })

  test('leaves out with their reasons what it does not tell, and pinned messages are sent', () => {
    const marked = path(`${'u a '.repeat(12)}u`, {
      4: { excluded: true },
      5: { excluded: true },
      8: { pinned: true },
      9: { pinned: true },
    })
    const omitted = [
      { fromSeq: 4, toSeq: 5, reason: 'excluded' as const },
      { fromSeq: 8, toSeq: 9, reason: 'pinned' as const },
    ]
    const { map } = plan(input(marked, 7, summaries(version(1, 19, { omitted }))))
    expect(map.leftOut).toEqual([{ fromSeq: 4, toSeq: 5, reason: 'excluded' }])
    expect(sentSeqs(map)).toEqual([8, 9, 20, 21, 22, 23, 24])
  })

  test('what was pinned since it was written is sent, once and in its place', () => {
    const pinned = { pinned: true }
    const marked = path(`${'u a '.repeat(12)}u`, { 8: pinned, 16: pinned })
    const omitted = [{ fromSeq: 12, toSeq: 13, reason: 'failed' as const }]
    const { map } = plan(input(marked, 9, summaries(version(1, 19, { asked: true, omitted }))))
    expect(sentSeqs(map)).toEqual([8, 9, 16, 17, 20, 21, 22, 23, 24])
    expect(map.leftOut).toEqual([{ fromSeq: 12, toSeq: 13, reason: 'failed' }])
  })

  test('what was pinned when it was written and is excluded since is left out as that', () => {
    const marked = path(`${'u a '.repeat(12)}u`, { 8: { excluded: true }, 9: { excluded: true } })
    const omitted = [{ fromSeq: 8, toSeq: 9, reason: 'pinned' as const }]
    const { map } = plan(input(marked, 7, summaries(version(1, 19, { omitted }))))
    expect(map.leftOut).toEqual([{ fromSeq: 8, toSeq: 9, reason: 'excluded' }])
    expect(sentSeqs(map)).toEqual([20, 21, 22, 23, 24])
  })

  test('says what the newest try failed with', () => {
    const given = { ...summaries(), failure: 'The model said nothing.' }
    expect(plan(input(rows, 30, given)).map.summaryFailure).toBe('The model said nothing.')
  })
})

describe('while a summary is owed', () => {
  test('Summarising: where none could be written, what it would tell is sent as it is, past the limit and marked', () => {
    const { map } = plan(input(rows, 9, summaries()))
    expect(sentSeqs(map)).toEqual(rows.map(({ seq }) => seq))
    expect(map).toMatchObject({ overBudget: true, leftOut: [], trimmed: null, summary: null })
    // Eight messages before the new one and the room of a summary, together eleven; seven tenths keep three exchanges.
    expect(map.owed).toEqual({ fromSeq: 0, toSeq: 17 })
  })

  test('that begins with the path, or behind the divider', () => {
    const later = rows.map((row) => ({ ...row, seq: row.seq + 100 }))
    const frame = input(later, 9, summaries())
    expect(plan(frame).map.owed).toEqual({ fromSeq: 100, toSeq: 117 })
    const { map } = plan({ ...frame, dividerSeq: 99, firstSeq: 7 })
    expect(map.owed).toEqual({ fromSeq: 100, toSeq: 117 })
  })

  test('what is behind the longest there is, is too', () => {
    const { map } = plan(input(rows, 9, summaries(version(1, 5))))
    expect(map.summary?.version).toBe(1)
    expect(sentSeqs(map)[0]).toBe(6)
    expect(map.owed).toEqual({ fromSeq: 6, toSeq: 19 })
  })

  test('what the model itself has no room for is left out, by two marks', () => {
    const frame = input(rows, 9, summaries())
    const window = frame.limits.answerReserve + costOf(17) + frame.limits.perRequest
    const small = { ...frame, limits: { ...frame.limits, window } }
    const { map } = plan(small)
    // Of sixteen before the new one eleven are seven tenths: ten, in whole exchanges.
    expect(sentSeqs(map)[0]).toBe(14)
    expect(map.leftOut).toEqual([{ fromSeq: 0, toSeq: 13, reason: 'budget' }])
    expect(map.trimmed).toEqual({ beforeSeq: 14, reason: 'budget' })
    expect(map.owed).toEqual({ fromSeq: 0, toSeq: 17 })
    const longer = path(`${'u a '.repeat(13)}u`)
    const next = plan({ ...small, rows: longer, previous: map }).map
    expect(sentSeqs(next)[0]).toBe(14)
    expect(next.trimmed).toEqual(map.trimmed)
    expect(plan({ ...small, rows: longer.slice(14), firstSeq: 0, previous: map }).map).toEqual(next)
  })

  test('Summarising: a window drops nothing that no summary tells yet', () => {
    const frame = input(rows, 100, summaries())
    const settings = { ...frame.settings, maxExchanges: 4 }
    const { map } = plan({ ...frame, settings })
    expect(sentSeqs(map)).toHaveLength(rows.length)
    // Four exchanges, of which seven tenths are three.
    expect(map.owed).toEqual({ fromSeq: 0, toSeq: 17 })
    const told = plan({ ...frame, settings, summaries: summaries(version(1, 17)) }).map
    expect(sentSeqs(told)[0]).toBe(18)
    expect(told.owed).toBeNull()
  })

  test('one that fills the limit alone leaves the newest message: the rest is sent until it tells that too', () => {
    const early = plan(input(rows, 0, summaries(version(1, 21)))).map
    expect(sentSeqs(early)).toEqual([22, 23, 24])
    expect(early).toMatchObject({ owed: { fromSeq: 22, toSeq: 23 }, overBudget: true })
    const told = plan(input(rows, 0, summaries(version(1, 21), version(2, 23)))).map
    expect(sentSeqs(told)).toEqual([24])
    expect(told).toMatchObject({ summary: { toSeq: 23 }, owed: null, overBudget: true })
    expect(told.leftOut).toEqual([])
  })

  test('nothing is, where all that is past the marks is pinned or left out', () => {
    const pins = { ...pinAll(20), 20: { excluded: true }, 21: { excluded: true } }
    const marked = path(`${'u a '.repeat(12)}u`, pins)
    const windowed = planInput(marked, { maxExchanges: 1, useSummary: true })
    const full = planInput(marked, { tokens: costOf(10), useSummary: true })
    expect(plan({ ...windowed, summaries: summaries() }).map.owed).toBeNull()
    // Its last exchange is neither: it waits, as what is pinned alone is over the limit.
    expect(plan({ ...full, summaries: summaries() }).map).toMatchObject({
      ...{ overBudget: true, owed: { fromSeq: 0, toSeq: 23 } },
    })
    const all = { ...pins, ...pinAll(24, 22) }
    const pinned = planInput(path(`${'u a '.repeat(12)}u`, all), { tokens: costOf(10), useSummary: true })
    expect(plan({ ...pinned, summaries: summaries() }).map).toMatchObject({ overBudget: true, owed: null })
    const unmarked = planInput(path(`${'u a '.repeat(12)}u`, pinAll(20)), {
      maxExchanges: 1,
      useSummary: true,
    })
    expect(plan({ ...unmarked, summaries: summaries() }).map.owed).toEqual({ fromSeq: 0, toSeq: 21 })
  })
})
