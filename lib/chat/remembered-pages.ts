import { charsWithin, cutPassage, type Embedder } from '../memory/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { ExchangeQueue } from '../ports/exchange-queue.ts'
import type { Recall, RecalledExchange } from '../ports/recall.ts'
import type { RecallScope } from '../ports/recall-index.ts'
import type { Remembered, RememberedExchange } from '../ports/remembered.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { MemoryItem, MemoryPage, MemoryQuery, MemoryState } from '../schemas/recall.ts'
import { effectiveMemory } from './effective-memory.ts'
import { saidOnDays } from './said-days.ts'

/** UTF-16 units of a question or answer that is listed. */
const SHOWN_MAX = 400

/** What an owner is shown of what is remembered. */
export type RememberedPages = {
  /** All of it, newest first; with a query, what is found, as a turn that asked this would find it. */
  page(owner: string, query: MemoryQuery): Promise<MemoryPage>
  state(owner: string): Promise<MemoryState>
  /** Indexes all of it again, as jobs. */
  indexAgain(owner: string): Promise<void>
}

type Deps = {
  remembered: Remembered
  exchangeQueue: Pick<ExchangeQueue, 'state' | 'waitAnew' | 'askForMissing'>
  settings: Pick<SettingsStore, 'get'>
  clock: Clock
  /** null: nothing is recalled, and nothing indexed. */
  recall: Recall | null
  embedding: { embedder: Pick<Embedder, 'model'> } | null
  /** A job was asked for. */
  onAsk(): void
}

export function createRememberedPages(deps: Deps): RememberedPages {
  const { remembered, exchangeQueue, recall, clock } = deps
  const model = deps.embedding?.embedder.model ?? null
  const itemOf = (exchange: RememberedExchange, found: RecalledExchange | null) =>
    toItem(exchange, found, model)

  async function search(searched: Recall, owner: string, asked: MemoryQuery): Promise<MemoryPage> {
    const { query, sessionId, limit } = asked
    const { minScore } = effectiveMemory(await deps.settings.get(owner), null).recall
    const from = sessionId === null ? 'all' : 'session'
    const scope: RecallScope = { owner, sessionId, fromSeq: 0, from, ...spanOf(asked) }
    const { exchanges, failure } = await searched.ask(query).search(scope, { minScore })
    const shown = exchanges.slice(0, limit)
    const words = await remembered.get(
      owner,
      shown.map(({ id }) => id),
    )
    const items = shown.flatMap((found) => {
      const exchange = words.get(found.id)
      return exchange ? [itemOf(exchange, found)] : []
    })
    return { items, next: null, failure }
  }

  return {
    async page(owner, query) {
      if (query.query.trim() !== '' && recall) return search(recall, owner, query)
      const { exchanges, next } = await remembered.list(owner, { ...query, ...spanOf(query) })
      return { items: exchanges.map((exchange) => itemOf(exchange, null)), next, failure: null }
    },

    async state(owner) {
      const counted = await exchangeQueue.state(owner, model ?? '')
      return {
        available: recall !== null,
        exchanges: counted.exchanges,
        sessions: counted.sessions,
        waiting: counted.withoutTexts,
        withoutVector: counted.withoutVectors,
        failed: counted.failed,
        model,
        bytes: counted.textBytes + counted.vectorBytes,
      }
    },

    async indexAgain(owner) {
      await exchangeQueue.waitAnew(owner)
      await exchangeQueue.askForMissing(owner, clock.now())
      deps.onAsk()
    },
  }
}

function spanOf(query: MemoryQuery): Pick<RecallScope, 'said'> {
  const said = saidOnDays(query)
  return said ? { said } : {}
}

function toItem(
  exchange: RememberedExchange,
  found: RecalledExchange | null,
  model: string | null,
): MemoryItem {
  const { id, sessionId, title, saidAt, user, assistant, error } = exchange
  const state = stateOf(exchange, model)
  const foundBy = found?.foundBy ?? null
  return {
    ...{ id, sessionId, title, state },
    // What another model failed with says nothing of one that has its vectors.
    error: state === 'indexed' ? null : error,
    saidAt: saidAt.toISOString(),
    user: excerptOf(user, foundBy),
    assistant: assistant && excerptOf(assistant, foundBy),
    fit: found && {
      score: found.score,
      cosine: found.cosine,
      words: found.words,
      told: found.told,
      letIn: found.rule !== null,
    },
  }
}

function stateOf(exchange: RememberedExchange, model: string | null): MemoryItem['state'] {
  if (exchange.indexedAt === null) return 'waiting'
  return exchange.model === null || exchange.model !== model ? 'words' : 'indexed'
}

/** Its beginning, or what is around the words that it was found by. */
function excerptOf(text: string, foundBy: string | null): string {
  const said = { user: text, assistant: null, foundBy }
  return cutPassage(said, charsWithin(said, SHOWN_MAX)).user ?? ''
}
