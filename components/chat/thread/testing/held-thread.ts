import { expect } from 'vitest'
import type { MessageView } from '@/lib/schemas/message'
import type { Delta } from '@/lib/schemas/run-event'
import { sampleMessage, sampleSession } from '@/lib/schemas/testing/sample-views'
import type { ThreadView } from '@/lib/schemas/thread'
import type { RunUpdate } from '../../run/follow-run'
import type { ThreadApi } from '../thread-api'
import { createThreadStore, type RunNews } from '../thread-store'

type Call = {
  asked: unknown[]
  signal: AbortSignal | undefined
  give(value: unknown): void
  fail(error: unknown): void
}

/** A server whose answers wait until the test gives them; of a stream each update, and its end. */
function heldServer() {
  const calls = new Map<string, Call[]>()
  const ask = (name: string, asked: unknown[], signal?: AbortSignal) =>
    new Promise<never>((resolve, reject) => {
      const call = { asked, signal, give: resolve as (value: unknown) => void, fail: reject }
      calls.set(name, [...(calls.get(name) ?? []), call])
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  async function* stream(name: string, asked: unknown[], signal: AbortSignal): AsyncGenerator<RunUpdate> {
    let update: RunUpdate | undefined
    do {
      update = await (ask(name, asked, signal) as Promise<RunUpdate>)
      yield update
    } while (update.type !== 'end')
  }
  const api: ThreadApi = {
    sendTurn: (turn, { signal }) => stream('send', [turn], signal),
    followRun: (runId, { from, signal }) => stream('follow', [runId, from], signal),
    stopRun: (...asked) => ask('stop', asked),
    getThread: (id, { signal }) => ask('thread', [id], signal),
    listMessages: (...asked) => ask('messages', asked),
    updateSession: (...asked) => ask('update', asked),
    markExchange: (...asked) => ask('mark', asked),
  }
  const count = (name: string) => calls.get(name)?.length ?? 0
  const call = async (name: string, index: number): Promise<Call> => {
    await expect.poll(() => count(name), { message: `${name} ${index}` }).toBeGreaterThan(index)
    const found = calls.get(name)?.[index]
    if (!found) throw new Error(`${name} ${index} was not asked.`)
    return found
  }
  return { api, call, count }
}

export const message = (seq: number, change: Partial<MessageView> = {}) =>
  sampleMessage({
    id: `m${seq}`,
    seq,
    role: seq % 2 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: `Text ${seq}` }],
    ...change,
  })
const session = sampleSession()
export const view = (messages: MessageView[], change: Partial<ThreadView> = {}): ThreadView => ({
  session,
  messages,
  earlier: false,
  runId: null,
  ...change,
})
export const writing = (seq: number, text = '') =>
  message(seq, { status: 'streaming', parts: text === '' ? [] : [{ type: 'text', text }] })
export const start = (userMessage: MessageView | null = message(3)): RunUpdate => ({
  type: 'start',
  runId: 'r',
  session,
  userMessage,
  answer: writing(4),
})
export const delta = (offset: number, text: string): Delta => ({
  type: 'delta',
  part: 0,
  kind: 'text',
  offset,
  text,
})
export const end: RunUpdate = { type: 'end', answer: message(4) }
export const two = view([message(1), message(2)])
export const half = view([message(1), writing(2, 'Te')], { runId: 'q' })
export const hello = { clientId: 'c', text: 'Hello' }

/** `held`: deltas wait for a flush, as they do for a frame of the screen. */
export function storeOf(initial: ThreadView | null, { held = false } = {}) {
  const server = heldServer()
  const store = createThreadStore(initial, {
    api: server.api,
    batch: (deliver) => {
      const waiting: Delta[] = []
      return {
        add: (item) => (held ? waiting.push(item) : deliver([item])),
        flush: () => waiting.length > 0 && deliver(waiting.splice(0)),
      }
    },
  })
  const news: RunNews['kind'][] = []
  store.onRunNews(({ kind }) => news.push(kind))
  const close = store.open()
  const texts = () => store.getSnapshot().messages.map(({ parts }) => parts.map(({ text }) => text).join('|'))
  const stage = () => store.getSnapshot().run?.stage ?? null
  return { ...server, store, close, news, texts, stage }
}
