import { expect, test } from 'vitest'
import type { Recall, RecalledExchange } from '../ports/recall.ts'
import type { RecallScope } from '../ports/recall-index.ts'
import type { RememberedExchange } from '../ports/remembered.ts'
import { DEFAULT_SETTINGS } from '../schemas/settings.ts'
import { createRememberedPages } from './remembered-pages.ts'

const SAID = new Date('2026-01-02T03:04:05Z')
const QUERY = {
  ...{ query: '', sessionId: null, cursor: null, limit: 30 },
  ...{ from: null, to: null, timeZone: 'UTC' },
}

const said = (id: string, change: Partial<RememberedExchange> = {}): RememberedExchange => ({
  ...{ id, sessionId: 's', title: 'Trip', saidAt: SAID, user: id, assistant: null, answerId: null },
  ...{ indexedAt: SAID, model: 'm', error: null, ...change },
})
const found = (id: string, rule: RecalledExchange['rule']): RecalledExchange => ({
  ...{
    id,
    sessionId: 's',
    seq: 0,
    answerId: null,
    saidAt: SAID,
    score: 1,
    cosine: 0.5,
    words: 2,
    told: 'something',
    foundBy: null,
    rule,
  },
})

/** The pages of a memory that holds these, of which a search finds those. */
function pagesOf(remembered: readonly RememberedExchange[], searched: readonly RecalledExchange[] = []) {
  const scopes: RecallScope[] = []
  const listed: unknown[] = []
  const recall: Recall = {
    ask: () => ({
      async search(scope) {
        scopes.push(scope)
        return { exchanges: [...searched], by: 'words', model: 'm', failure: 'It is away.' }
      },
    }),
  }
  const counted = { exchanges: 3, sessions: 2, withoutTexts: 1, withoutVectors: 1, failed: 1 }
  const pages = createRememberedPages({
    remembered: {
      list: async (_, { said }) => {
        listed.push(said)
        return { exchanges: [...remembered], next: 'behind' }
      },
      get: async (_, ids) =>
        new Map(remembered.filter(({ id }) => ids.includes(id)).map((each) => [each.id, each])),
    },
    exchangeQueue: {
      state: async () => ({ ...counted, textBytes: 20, vectorBytes: 22 }),
      waitAnew: async () => undefined,
      askForMissing: async () => undefined,
    },
    settings: { get: async () => DEFAULT_SETTINGS },
    clock: { now: () => SAID },
    recall,
    embedding: { embedder: { model: 'm' } },
    onAsk: () => undefined,
  })
  return { pages, scopes, listed }
}

test('without a query all is listed, by how far it is indexed with the model in use', async () => {
  const { pages } = pagesOf([
    said('whole'),
    said('words', { model: null, error: 'The model was away.' }),
    said('another', { model: 'other' }),
    said('waits', { indexedAt: null }),
  ])
  const { items, next, failure } = await pages.page('owner', QUERY)
  expect([next, failure]).toEqual(['behind', null])
  expect(items.map(({ id, state, error, fit }) => [id, state, error, fit])).toEqual([
    ['whole', 'indexed', null, null],
    ['words', 'words', 'The model was away.', null],
    ['another', 'words', null, null],
    ['waits', 'waiting', null, null],
  ])
})

test('a search shows how well each fits and whether a turn is given it, without what was forgotten meanwhile', async () => {
  const { pages, scopes } = pagesOf(
    [said('given'), said('not')],
    [found('given', 'gate'), found('forgotten', 'gate'), found('not', null)],
  )
  const page = await pages.page('owner', { ...QUERY, query: 'Where?' })
  expect(page).toMatchObject({ next: null, failure: 'It is away.' })
  expect(page.items.map(({ id, fit }) => [id, fit])).toEqual([
    ['given', { score: 1, cosine: 0.5, words: 2, told: 'something', letIn: true }],
    ['not', { score: 1, cosine: 0.5, words: 2, told: 'something', letIn: false }],
  ])
  await pages.page('owner', { ...QUERY, query: 'Where?', sessionId: 's' })
  expect(scopes.map(({ owner, sessionId, from }) => [owner, sessionId, from])).toEqual([
    ['owner', null, 'all'],
    ['owner', 's', 'session'],
  ])
})

test('both look within the days that are asked for, and whenever it was said where none are', async () => {
  const { pages, scopes, listed } = pagesOf([])
  const days = { from: '2026-01-02', to: '2026-01-03', timeZone: 'Asia/Tokyo' }
  for (const query of ['', 'Where?'])
    for (const asked of [QUERY, { ...QUERY, ...days }]) await pages.page('owner', { ...asked, query })
  const said = { from: new Date('2026-01-01T15:00:00Z'), before: new Date('2026-01-03T15:00:00Z') }
  expect(listed).toEqual([undefined, said])
  expect(scopes.map((scope) => scope.said)).toEqual([undefined, said])
})

test('long texts are shown by their beginning, in whole characters', async () => {
  const { pages } = pagesOf([said('q', { user: `a${'🐝'.repeat(400)}`, assistant: 'short' })])
  const [item] = (await pages.page('owner', QUERY)).items
  expect(item?.user).toBe(`a${'🐝'.repeat(199)} …`)
  expect(item?.assistant).toBe('short')
})

test('the state is that of the model in use, and its size that of texts and vectors', async () => {
  const { pages } = pagesOf([])
  expect(await pages.state('owner')).toEqual({
    ...{ available: true, exchanges: 3, sessions: 2, waiting: 1, withoutVector: 1, failed: 1 },
    ...{ model: 'm', bytes: 42 },
  })
})
