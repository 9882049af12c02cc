import { expect, test } from 'vitest'
import { type PlanInput, plan } from './plan.ts'
import { costOf, deepFreeze, LIMITS, passage, path, planInput, RECALL } from './testing/stored-rows.ts'
import { type Recalled, withRecall } from './with-recall.ts'

const found: Recalled = {
  outcome: 'found',
  wrapper: { hash: 'w' },
  passages: [passage(), passage({ rank: 2, exchangeId: 'q2' })],
  tokens: 20,
  by: 'meaning-and-words',
  model: 'minilm',
  failure: null,
}

const planned = (more: Partial<PlanInput> = {}) =>
  plan({ ...planInput(path('u a u')), recall: { maxTokens: RECALL.maxTokens }, ...more }).map

test('what was found stands before the newest message, and counts from then on', () => {
  const map = deepFreeze(planned())
  const full = withRecall(map, found)
  expect(full.segments).toEqual([
    ...map.segments.slice(0, 2),
    { kind: 'recall', hash: 'w', tokens: 20, passages: found.outcome === 'found' ? found.passages : [] },
    ...map.segments.slice(2),
  ])
  expect(full.tokens).toBe(costOf(3) + LIMITS.perRequest + 20)
  expect(full.recall).toEqual({
    ...{ reserve: 1_000, outcome: 'found', failure: null },
    ...{ by: 'meaning-and-words', model: 'minilm' },
  })
})

test('results of tools and a request to go on stay behind the newest message', () => {
  const kinds = (more: Partial<PlanInput>) =>
    withRecall(planned(more), found).segments.map((each) => (each.kind === 'message' ? each.role : each.kind))
  const soFar = path('u a u a t').slice(3)
  expect(kinds({ soFar })).toEqual(['user', 'assistant', 'recall', 'user', 'assistant', 'tool'])
  const continuation = { answer: { id: 'm3', seq: 3, tokens: 1 }, request: { hash: 'r', tokens: 1 } }
  expect(kinds({ continuation })).toEqual([
    'user',
    'assistant',
    'recall',
    'user',
    'assistant',
    'continuation',
  ])
})

test.each(['nothing', 'failed'] as const)('%s found leaves what is sent as it was planned', (outcome) => {
  const map = planned()
  const failure = outcome === 'failed' ? 'The embedder is away.' : null
  expect(withRecall(map, { outcome, by: null, model: null, failure })).toEqual({
    ...map,
    recall: { reserve: 1_000, outcome, failure, by: null, model: null },
  })
})

test('over the limit with it, as where a summary is owed, is said so', () => {
  const map = { ...planned(), tokens: 123_990 }
  expect(map.limit.total).toBe(124_000)
  expect(withRecall(map, found).overBudget).toBe(true)
  expect(withRecall({ ...map, tokens: 123_980 }, found).overBudget).toBe(false)
})
