import { isBlank } from './blank.ts'
import type { ConversationMemory, Log } from './conversation-memory.ts'
import { MemoryError } from './memory-error.ts'
import type { Chunk, Embedder, Found, VectorStore } from './recall-ports.ts'
import { requireCount } from './require-count.ts'
import type { Message } from './types.ts'

export type PersistentOptions = {
  embedder: Embedder
  store: VectorStore
  /** How many passages are shown at most. */
  topK?: number
  /** The least score of one that is shown, where the store's scores are similarities. */
  minScore?: number
  log?: Log
}

const INTRODUCTION = 'From a previous conversation:'

/**
 * Remembers exchanges beyond a history: what fits the newest user message stands in one system message before what
 * `inner` makes of the history. A search that fails leaves that as it is; an exchange that could not be stored waits
 * for the next call of `store`. Throws `invalid_option`.
 */
export function persistentMemory(inner: ConversationMemory, options: PersistentOptions): ConversationMemory {
  const { embedder, store, topK = 3, minScore = 0.7, log } = options
  requireCount('topK', topK)
  if (!Number.isFinite(minScore))
    throw new MemoryError('invalid_option', `minScore must be a number, not ${String(minScore)}.`)
  const waiting: Omit<Chunk, 'chunkIndex'>[] = []
  let storing: Promise<unknown> = Promise.resolve()
  let warnedOfScale = false

  return {
    async process(history, { signal } = {}) {
      signal?.throwIfAborted()
      const kept = await inner.process(history, { signal })
      const passages = await recall(history, signal)
      const shown = passages.filter(notIn(kept))
      if (shown.length === 0) return kept
      return [{ role: 'system', content: [INTRODUCTION, ...shown].join('\n') }, ...kept]
    },

    async store(user, assistant, sessionId, { signal } = {}) {
      await inner.store(user, assistant, sessionId, { signal })
      if (isBlank(user) && isBlank(assistant)) return
      waiting.push({ text: exchangeText(user, assistant), documentId: sessionId })
      // One after the other: two that counted at the same time would give their chunks the same index.
      const mine = storing.then(() => storeWaiting(signal))
      storing = mine.catch(() => undefined)
      await mine
    },
  }

  /** Texts that fit the newest user message, the best first, each once. */
  async function recall(history: readonly Message[], signal: AbortSignal | undefined): Promise<string[]> {
    const question = history.findLast(({ role }) => role === 'user')?.content ?? ''
    if (topK === 0 || isBlank(question)) return []
    try {
      const [vector] = await embedder.embed([question], { signal })
      signal?.throwIfAborted()
      if (!vector) throw new Error('The embedder gave no vector.')
      const found = await store.search(vector, { topK, signal })
      signal?.throwIfAborted()
      return [...new Set(letIn(found).map(({ chunk }) => chunk.text))]
    } catch (error) {
      signal?.throwIfAborted()
      log?.warn('The search failed; nothing of earlier conversations is shown.', { error })
      return []
    }
  }

  function letIn(found: readonly Found[]): Found[] {
    if (store.scoreScale !== 'opaque') return found.filter(({ score }) => score >= minScore).slice(0, topK)
    if (!warnedOfScale)
      log?.warn(
        'The scores of this store are no similarities: minScore does not apply, the best topK are shown.',
      )
    warnedOfScale = true
    return found.slice(0, topK)
  }

  /** The oldest first. What fails stays, and so does what comes behind it. */
  async function storeWaiting(signal: AbortSignal | undefined): Promise<void> {
    try {
      for (let next = waiting[0]; next; next = waiting[0]) {
        signal?.throwIfAborted()
        const [embedding] = await embedder.embed([next.text], { signal })
        if (!embedding) throw new Error('The embedder gave no vector.')
        const chunkIndex = await store.count(next.documentId)
        await store.add([{ ...next, chunkIndex, embedding }], { signal })
        waiting.shift()
      }
    } catch (error) {
      signal?.throwIfAborted()
      log?.warn('An exchange could not be stored; it waits for the next one.', {
        waiting: waiting.length,
        error,
      })
    }
  }
}

const exchangeText = (user: string, assistant: string) => `User: ${user}\nAssistant: ${assistant}`

/** Whether a passage is none of the exchanges that are sent anyway. */
function notIn(kept: readonly Message[]): (passage: string) => boolean {
  const sent = new Set(
    kept.map((message, place) => {
      const next = kept[place + 1]
      return message.role === 'user' && next?.role === 'assistant'
        ? exchangeText(message.content, next.content)
        : null
    }),
  )
  return (passage) => !sent.has(passage)
}
