import { expect, test } from 'vitest'
import type { RunEvent } from '../schemas/run-event.ts'
import { DEFAULT_SETTINGS } from '../schemas/settings.ts'
import { sampleMessage, sampleSession } from '../schemas/testing/sample-views.ts'
import { beginAsk } from './begin-ask.ts'
import { startedTurn } from './started-turn.ts'

/** A reply cache that never says what it did, as while the database is away. */
const silentCache = { first: () => ({ options: {}, status: () => new Promise<null>(() => undefined) }) }

const AWAY = { code: 'database_unavailable', message: 'It is away.' } as const

async function begin(...rest: RunEvent[]) {
  async function* events() {
    yield* rest
  }
  const session = sampleSession()
  const start = { type: 'start', runId: 'r', session, userMessage: null, answer: sampleMessage() } as const
  return beginAsk(
    {
      turns: { start: async () => startedTurn(start, events(), { joined: false }) },
      interfaceSessions: { find: async () => null },
      settings: { get: async () => DEFAULT_SETTINGS },
      replyCache: silentCache,
      ids: { next: () => 'id' },
      maxHistoryLength: 20,
    },
    { owner: 'local', endpoint: 'ask', request: { query: 'one' }, key: null },
  )
}

test('a turn whose end cannot be stored is told before the cache says what it did', async () => {
  const { events, cache } = await begin({ type: 'error', error: AWAY })
  expect(cache).toBeNull()
  expect((await events.next()).value).toEqual({ type: 'error', error: AWAY })
  expect((await events.next()).done).toBe(true)
})

test('nothing of what comes is lost', async () => {
  const deltas = ['one ', 'two'].map(
    (text, index): RunEvent => ({ type: 'delta', part: 0, offset: 4 * index, kind: 'text', text }),
  )
  const end: RunEvent = { type: 'end', answer: sampleMessage() }
  const { events } = await begin(...deltas, end)
  const all: RunEvent[] = []
  for await (const event of events) all.push(event)
  expect(all).toEqual([...deltas, end])
})
