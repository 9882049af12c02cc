import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildContext, wordsIn } from './build-context.ts'
import type { ContextMap } from './context-map.ts'
import { type Plan, type PlanInput, plan } from './plan.ts'
import { planInputs } from './testing/random-plans.ts'
import { runs } from './testing/runs.ts'
import { deepFreeze, exchangesOf, passage } from './testing/stored-rows.ts'
import type { StoredMessage } from './types.ts'
import { type Recalled, withRecall } from './with-recall.ts'
import { writtenText } from './written-text.ts'

const RUNS = runs(1_000)

const rowsInRange = (rows: readonly StoredMessage[], range: { fromSeq: number; toSeq: number }) =>
  rows.filter((row) => row.seq >= range.fromSeq && row.seq <= range.toSeq)

/** The exchanges below the divider, without the new message. */
const exchangesBelow = ({ rows, dividerSeq }: PlanInput): StoredMessage[][] =>
  exchangesOf(rows.slice(0, -1).filter(({ seq }) => seq > (dividerSeq ?? -1)))

/** What the summary of a plan tells, by the version that it names. */
function toldBy({ map, sent }: Plan, { rows, summaries }: PlanInput): StoredMessage[] {
  const segment = map.segments.find(({ kind }) => kind === 'summary')
  if (segment?.kind !== 'summary') return []
  const version = summaries?.versions.find(({ id }) => id === segment.summaryId)
  expect(version).toMatchObject({ fromSeq: segment.fromSeq, toSeq: segment.toSeq })
  const omitted = version?.omitted.flatMap((range) => rowsInRange(rows, range)) ?? []
  return rowsInRange(rows, segment).filter((row) => !omitted.includes(row) && !sent.includes(row))
}

test('every message of the path is sent, told by the summary, or left out with a reason: exactly one of these', () => {
  fc.assert(
    fc.property(planInputs, (input) => {
      const planned = plan(input)
      const { map, sent } = planned
      const leftOut = map.leftOut.flatMap((range) => rowsInRange(input.rows, range))
      const seqs = [...sent, ...toldBy(planned, input), ...leftOut]
        .map((row) => row.seq)
        .sort((a, b) => a - b)
      expect(seqs).toEqual(input.rows.map((row) => row.seq))
      expect(map.segments.flatMap((segment) => (segment.kind === 'message' ? [segment.seq] : []))).toEqual(
        sent.map((row) => row.seq),
      )
    }),
    RUNS,
  )
})

test('reasons are true, and ranges are in order, apart, and each holds a message', () => {
  fc.assert(
    fc.property(planInputs, (input) => {
      const { leftOut, settings } = plan(input).map
      let before = -1
      for (const range of leftOut) {
        expect(range.fromSeq).toBeGreaterThan(before)
        before = range.toSeq
        const rows = rowsInRange(input.rows, range)
        // Between what is pinned, and behind a summary, nobody looks whether anything stands.
        if (input.pinned.length === 0 && input.summaries === null) expect(rows.length).toBeGreaterThan(0)
        for (const row of rows) {
          const exchange = exchangesBelow(input).find((rows) => rows.includes(row)) ?? []
          if (range.reason === 'afresh') expect(row.seq).toBeLessThan(input.dividerSeq ?? -1)
          if (range.reason === 'excluded') expect(exchange.some(({ excluded }) => excluded)).toBe(true)
          if (range.reason === 'failed') expect(exchange.some(({ status }) => status === 'failed')).toBe(true)
          if (range.reason === 'empty') expect(exchange.some(({ text }) => text.trim() === '')).toBe(true)
          if (range.reason === 'window') expect(settings.maxExchanges).not.toBeNull()
          if (range.reason === 'unanswered') expect(['assistant', 'tool']).toContain(row.role)
          if (range.reason === 'forgotten') expect(['assistant', 'tool']).toContain(row.role)
        }
      }
    }),
    RUNS,
  )
})

test('system first, then a user message; the new message last; nothing empty, failed, or above the divider', () => {
  fc.assert(
    fc.property(planInputs, (input) => {
      const { map, sent } = plan(input)
      const talk = sent.filter((row) => row.role !== 'system')
      expect(sent).toEqual([...sent.filter((row) => row.role === 'system'), ...talk])
      expect(map.segments.findIndex(({ kind }) => kind === 'instructions')).toBe(input.instructions ? 0 : -1)
      expect(talk[0]?.role).toBe('user')
      expect(sent.at(-1)).toBe(input.rows.at(-1))
      for (const row of sent) {
        if (row.role !== 'tool') expect(writtenText(row).trim()).not.toBe('')
        if (row.role !== 'user') expect(row.status).not.toBe('failed')
        expect(row.excluded).toBe(false)
        expect(row.seq).toBeGreaterThan(input.dividerSeq ?? -1)
      }
    }),
    RUNS,
  )
})

test('no result is sent without its call, and no call without all of its results', () => {
  fc.assert(
    fc.property(planInputs, (input) => {
      const sent = new Set(plan(input).sent)
      for (const exchange of exchangesBelow(input)) {
        const open = new Set<string | undefined>()
        for (const row of exchange) {
          if (!sent.has(row) || row.role === 'system') continue
          if (row.role === 'tool') expect(open.delete(row.toolCallId)).toBe(true)
          else expect([...open]).toEqual([])
          for (const { id } of row.toolCalls ?? []) open.add(id)
        }
        expect([...open]).toEqual([])
      }
    }),
    RUNS,
  )
})

test('what is sent is within the limit, while a summary is owed within the model, or the new message and what is pinned alone, and marked', () => {
  fc.assert(
    fc.property(planInputs, (input) => {
      const { map, sent } = plan(input)
      const sum = map.segments.reduce((tokens, segment) => tokens + segment.tokens, input.limits.perRequest)
      expect(map.tokens).toBe(sum)
      expect(map.overBudget).toBe(sum > map.limit.total)
      const free = sent.filter((row) => !input.pinned.includes(row))
      const { window, answerReserve } = input.limits
      if (map.owed) expect(rowsInRange(input.rows, map.owed)).not.toEqual([])
      if (map.overBudget && map.owed) expect(sum <= window - answerReserve || free.length === 1).toBe(true)
      else if (map.overBudget) expect(free).toEqual([input.rows.at(-1)])
      const kept = map.segments.flatMap((segment) =>
        segment.kind === 'message' && !segment.pinned ? [segment.seq] : [],
      )
      expect(map.keptStart).toBe(kept.length === 1 ? null : Math.min(...kept))
    }),
    RUNS,
  )
})

test('what is pinned below the divider is sent, but for what cannot be, and does not move', () => {
  fc.assert(
    fc.property(planInputs, (input) => {
      const { sent } = plan(input)
      const alone = plan({
        ...input,
        rows: [...input.pinned, ...input.rows.slice(-1)],
        pinned: [],
        previous: null,
        summaries: null,
        settings: { ...input.settings, maxExchanges: null, maxTokens: null },
        limits: { ...input.limits, window: 1e9 },
      }).sent
      const seqs = (rows: readonly StoredMessage[]) => rows.map(({ seq }) => seq)
      const pinned = new Set(seqs(input.pinned))
      expect(seqs(sent).filter((seq) => pinned.has(seq))).toEqual(seqs(alone).slice(0, -1))
    }),
    RUNS,
  )
})

test('past the high mark whole exchanges are trimmed, the oldest, down to the low mark and no further', () => {
  fc.assert(
    fc.property(planInputs, (withSummaries) => {
      const input = { ...withSummaries, summaries: null }
      const { map, sent } = plan({ ...input, previous: null })
      if (map.trimmed === null) return
      const { beforeSeq, reason } = map.trimmed
      const isSent = new Set(sent)
      const isPinned = (rows: readonly StoredMessage[]) => rows.some(({ pinned }) => pinned)
      const inWindow = exchangesBelow(input).filter((rows) =>
        rows.some((row) => isSent.has(row) && row.seq >= beforeSeq),
      )
      const exchanges = exchangesBelow(input).filter((rows) => !isPinned(rows))
      const older = exchanges.filter((rows) => rows.some((row) => row.seq < beforeSeq && !row.excluded))
      const kept = exchanges.filter((rows) => rows.some((row) => isSent.has(row)))
      expect(older.flat().some((row) => isSent.has(row))).toBe(false)

      const { maxExchanges, maxTokens } = input.settings
      const unlimited = plan({
        ...input,
        previous: null,
        settings: { ...input.settings, maxExchanges: null, maxTokens: null },
        limits: { ...input.limits, window: 1e9 },
      })
      const cost = (rows: readonly StoredMessage[]) =>
        unlimited.map.segments
          .filter((segment) => 'seq' in segment && rows.some(({ seq }) => seq === segment.seq))
          .reduce((sum, { tokens }) => sum + tokens, 0)
      if (reason === 'window') {
        expect(inWindow.length).toBe(Math.ceil(0.7 * (maxExchanges ?? Number.NaN)))
        return
      }
      const reserve = map.recall?.reserve ?? 0
      const room = map.limit.total - reserve - (map.tokens - cost(kept.flat()))
      const low = Math.floor(0.7 * room)
      const next = exchanges.findLast((rows) => rows.some((row) => row.seq < beforeSeq) && cost(rows) > 0)
      expect(cost(kept.flat())).toBeLessThanOrEqual(Math.max(0, low))
      if (next) expect(cost(kept.flat()) + cost(next)).toBeGreaterThan(low)
      expect(maxTokens === null || map.limit.total <= maxTokens).toBe(true)
    }),
    RUNS,
  )
})

test('Trimming: the input is left unchanged, and the same input gives the same plan', () => {
  fc.assert(
    fc.property(planInputs, (input) => {
      const before = structuredClone(input)
      const first = plan(deepFreeze(input))
      expect(input).toEqual(before)
      expect(plan(structuredClone(before))).toEqual(first)
    }),
    RUNS,
  )
})

/** A found block of so many tokens of its room, 1 standing for all of it. */
const recalled = (share: number, map: ContextMap): Recalled => ({
  outcome: 'found',
  wrapper: { hash: 'recall wrapper' },
  passages: [passage()],
  tokens: Math.floor(share * (map.recall?.reserve ?? 0)),
  by: 'meaning-and-words',
  model: 'minilm',
  failure: null,
})
const found = fc.double({ min: 0, max: 1, noNaN: true })

test('what is recalled has its reserve at most, and that is free: all stays within the limit, or what is owed within the model', () => {
  fc.assert(
    fc.property(planInputs, found, (input, share) => {
      const { map } = plan(input)
      const { reserve } = map.recall ?? { reserve: 0 }
      expect(map.recall === null).toBe(!input.recall)
      expect(reserve).toBeGreaterThanOrEqual(0)
      expect(reserve).toBeLessThanOrEqual(Math.min(input.recall?.maxTokens ?? 0, map.limit.total / 4))
      const { window, answerReserve } = input.limits
      const most = map.owed ? window - answerReserve : map.limit.total
      if (reserve > 0) expect(map.tokens + reserve).toBeLessThanOrEqual(most)
      const full = withRecall(map, recalled(share, map))
      const sum = full.segments.reduce((tokens, segment) => tokens + segment.tokens, input.limits.perRequest)
      expect(full.tokens).toBe(sum)
      expect(full.overBudget).toBe(sum > map.limit.total)
    }),
    RUNS,
  )
})

test('Recall harms: recall at the head of the prompt changes every turn: nothing before the newest message does', () => {
  fc.assert(
    fc.property(planInputs, found, found, (input, one, other) => {
      const { map, sent } = plan(input)
      const texts = new Map(sent.map((row) => [row.id, row]))
      const promptOf = (share: number) => {
        const full = withRecall(map, recalled(share, map))
        return buildContext(full, (segment) => {
          const row = segment.kind === 'message' ? texts.get(segment.messageId) : undefined
          if (row) return wordsIn(row)
          return { content: segment.kind === 'recall' ? `Found: ${segment.tokens} ${share}` : segment.kind }
        })
      }
      const planned = buildContext(map, (segment) => {
        const row = segment.kind === 'message' ? texts.get(segment.messageId) : undefined
        return row ? wordsIn(row) : { content: segment.kind }
      })
      const newest = planned.findLastIndex(({ role }) => role === 'user')
      for (const prompt of [promptOf(one), promptOf(other)]) {
        expect(prompt.toSpliced(newest, 1)).toEqual(planned.toSpliced(newest, 1))
        expect(prompt[newest]?.content).toMatch(/^Found: .*\n\nnew$/)
      }
    }),
    RUNS,
  )
})
