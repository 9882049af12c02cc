import { describe, expect, test } from 'vitest'
import { type PlanInput, plan } from './plan.ts'
import { readFloor } from './read-back.ts'
import type { StoredSummary } from './stored-summary.ts'
import { path, planInput } from './testing/stored-rows.ts'

describe('readFloor', () => {
  const asked: StoredSummary = {
    id: 's1',
    version: 1,
    fromSeq: 0,
    toSeq: 9,
    tokens: 20,
    asked: true,
    omitted: [],
  }
  const frame = (more: Partial<PlanInput> = {}, summary = asked): PlanInput => ({
    ...planInput(path(`${'u a '.repeat(10)}u`), { useSummary: true }),
    summaries: { versions: [summary], wrapper: { hash: 'wrapper', tokens: 5 }, failure: null },
    ...more,
  })

  test('is the divider, where there is one', () => {
    expect(readFloor(planInput(path('u')))).toBe(0)
    expect(readFloor({ ...planInput(path('u')), dividerSeq: 4 })).toBe(5)
  })

  test('is a summary that nothing before is sent of any more', () => {
    expect(readFloor(frame())).toBe(10)
    expect(readFloor({ ...frame(), settings: planInput([]).settings })).toBe(0)
  })

  test('is one that was written ahead only once it was sent', () => {
    const ahead = { ...asked, asked: false }
    expect(readFloor(frame({}, ahead))).toBe(0)
    expect(readFloor(frame({ dividerSeq: 4 }, ahead))).toBe(5)
    const previous = { ...plan(frame({}, ahead)).map, summary: { id: 's1', version: 1, toSeq: 9 } }
    expect(readFloor(frame({ previous }, ahead))).toBe(10)
  })
})
