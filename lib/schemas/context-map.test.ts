import { expect, expectTypeOf, test } from 'vitest'
import type { ContextMap } from '../memory/context-map.ts'
import { plan, withRecall } from '../memory/index.ts'
import { passage } from '../memory/testing/stored-rows.ts'
import { type ContextMapView, contextMap } from './context-map.ts'
import { sampleMap } from './testing/sample-views.ts'

test('the schema and the type of lib/memory are one', () => {
  // Held by the type check.
  expectTypeOf<ContextMapView>().toEqualTypeOf<ContextMap>()
})

test('a map of the planner passes the schema with nothing taken from it', () => {
  const marks = { pinned: false, excluded: false, status: 'complete' } as const
  const { map } = plan({
    settings: { maxExchanges: 0, maxTokens: 100, useSummary: true },
    limits: {
      window: 1000,
      answerReserve: 10,
      encoding: 'o200k_base',
      exact: true,
      perMessage: 4,
      perRequest: 3,
    },
    instructions: { hash: 'h', tokens: 5 },
    firstSeq: 0,
    dividerSeq: null,
    pinned: [],
    previous: null,
    summaries: null,
    rows: [
      { id: 'a', seq: 0, role: 'user', text: 'old', tokens: 1, ...marks },
      { id: 'b', seq: 1, role: 'user', text: 'new', tokens: 1, ...marks },
    ],
  })
  expect(map.leftOut).not.toEqual([])
  expect(contextMap.parse(map)).toEqual(map)
  const recalled = withRecall(map, {
    ...{ outcome: 'found', wrapper: { hash: 'w' }, passages: [passage()], tokens: 9 },
    ...{ by: 'words', model: null, failure: 'No meanings.' },
  })
  expect(contextMap.parse(recalled)).toEqual(recalled)
})

test('a map from before there was recall used none', () => {
  const { recall: _, ...old } = sampleMap()
  expect(contextMap.parse(old).recall).toBeNull()
})
