import { describe, expect, test } from 'vitest'
import { ApiError } from '@/components/api/api-error'
import type { MessageView } from '@/lib/schemas/message'
import type { Delta } from '@/lib/schemas/run-event'
import { sampleMessage, sampleSession } from '@/lib/schemas/testing/sample-views'
import type { ThreadView } from '@/lib/schemas/thread'
import type { RunUpdate } from '../run/follow-run'
import type { ThreadApi } from './thread-api'
import { createThreadStore, type RunNews } from './thread-store'

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

const message = (seq: number, change: Partial<MessageView> = {}) =>
  sampleMessage({
    id: `m${seq}`,
    seq,
    role: seq % 2 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: `Text ${seq}` }],
    ...change,
  })
const session = sampleSession()
const view = (messages: MessageView[], change: Partial<ThreadView> = {}): ThreadView => ({
  session,
  messages,
  earlier: false,
  runId: null,
  ...change,
})
const writing = (seq: number, text = '') =>
  message(seq, { status: 'streaming', parts: text === '' ? [] : [{ type: 'text', text }] })
const start = (userMessage: MessageView | null = message(3)): RunUpdate => ({
  type: 'start',
  runId: 'r',
  session,
  userMessage,
  answer: writing(4),
})
const delta = (offset: number, text: string): Delta => ({
  type: 'delta',
  part: 0,
  kind: 'text',
  offset,
  text,
})
const end: RunUpdate = { type: 'end', answer: message(4) }
const two = view([message(1), message(2)])
const half = view([message(1), writing(2, 'Te')], { runId: 'q' })
const hello = { clientId: 'c', text: 'Hello' }

/** `held`: deltas wait for a flush, as they do for a frame of the screen. */
function storeOf(initial: ThreadView | null, { held = false } = {}) {
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

describe('a turn', () => {
  test('is sent, stored, written and ended', async () => {
    const { store, call, texts, stage, news } = storeOf(two)
    const sent = store.send(hello)
    expect(stage()).toBe('sending')
    const first = await call('send', 0)
    expect(first.asked).toEqual([
      { action: 'send', sessionId: 's', message: hello, model: null, instructions: null },
    ])
    first.give(start())
    await sent
    expect(stage()).toBe('writing')
    ;(await call('send', 1)).give(delta(0, 'Yes'))
    await expect.poll(texts).toEqual(['Text 1', 'Text 2', 'Text 3', 'Yes'])
    ;(await call('send', 2)).give(end)
    await expect.poll(stage).toBe(null)
    expect(texts().at(-1)).toBe('Text 4')
    expect(news).toEqual(['started', 'ended'])
  })

  test('that is refused leaves the thread as it was', async () => {
    const { store, call, count, stage, texts } = storeOf(two)
    const refused = new ApiError('database_busy', 'No.')
    const sent = store.send(hello)
    ;(await call('send', 0)).fail(refused)
    await expect(sent).rejects.toBe(refused)
    expect(stage()).toBe(null)
    expect(texts()).toEqual(['Text 1', 'Text 2'])
    expect(count('thread')).toBe(0)
  })

  test('refused for another window’s answer: that one is shown and followed', async () => {
    const { store, call, stage } = storeOf(two)
    const sent = store.send(hello)
    ;(await call('send', 0)).fail(new ApiError('session_busy', 'Wait.'))
    ;(await call('thread', 0)).give(
      view([message(1), message(2), message(3), writing(4, 'ab')], { runId: 'q' }),
    )
    // Told only now, when that answer is on the page.
    await expect(sent).rejects.toThrow('Wait.')
    expect((await call('follow', 0)).asked).toEqual(['q', { part: 0, offset: 2 }])
    expect(stage()).toBe('writing')
  })

  test('that joined what an earlier try began has the message read', async () => {
    const { store, call, texts } = storeOf(two)
    const sent = store.send(hello)
    ;(await call('send', 0)).give(start(null))
    await sent
    ;(await call('thread', 0)).give(view([message(1), message(2), message(3), writing(4)], { runId: 'r' }))
    await expect.poll(texts).toEqual(['Text 1', 'Text 2', 'Text 3', ''])
  })

  test('begins a conversation with what was chosen before', async () => {
    const { store, call, stage } = storeOf(null)
    await store.choose({ model: 'm' })
    expect(store.getSnapshot().choices).toEqual({ model: 'm', instructions: null })
    const created: boolean[] = []
    store.onRunNews((news) => news.kind === 'started' && created.push(news.created))
    const sent = store.send(hello)
    const first = await call('send', 0)
    expect(first.asked).toMatchObject([{ sessionId: null, model: 'm' }])
    first.give(start())
    await sent
    expect(created).toEqual([true])
    expect(stage()).toBe('writing')
  })

  test('begins a temporary conversation where that was chosen, and says it of no other', async () => {
    const { store, call } = storeOf(null)
    store.beTemporary(true)
    expect(store.getSnapshot().temporary).toBe(true)
    const sent = store.send(hello)
    const first = await call('send', 0)
    expect(first.asked).toMatchObject([{ sessionId: null, temporary: true }])
    first.give(start())
    await sent
    // What the server made of it counts.
    expect(store.getSnapshot().temporary).toBe(false)
    void store.send(hello).catch(() => undefined)
    const [second] = (await call('send', 2)).asked
    expect(second).toMatchObject({ sessionId: 's' })
    expect(second).not.toHaveProperty('temporary')
  })

  test('a second one beside it is refused', async () => {
    const { store, count, stage } = storeOf(two)
    void store.send(hello).catch(() => undefined)
    await expect(store.answerAgain('regenerate', 'm2')).rejects.toMatchObject({ code: 'session_busy' })
    expect(count('send')).toBe(1)
    expect(stage()).toBe('sending')
  })

  test('a new answer takes the place of the old one', async () => {
    const { store, call, texts } = storeOf(two)
    const asked = store.answerAgain('regenerate', 'm2')
    const first = await call('send', 0)
    expect(first.asked).toEqual([{ action: 'regenerate', sessionId: 's', answerId: 'm2' }])
    first.give(start(null))
    await asked
    expect(texts()).toEqual(['Text 1', ''])
  })
})

describe('a run that is under way', () => {
  test('is followed from what is here, to its end', async () => {
    const { call, texts, stage } = storeOf(half)
    const first = await call('follow', 0)
    expect(first.asked).toEqual(['q', { part: 0, offset: 2 }])
    first.give(delta(2, 'xt'))
    await expect.poll(texts).toEqual(['Text 1', 'Text'])
    ;(await call('follow', 1)).give({ type: 'end', answer: message(2) })
    await expect.poll(stage).toBe(null)
  })

  test('that cannot be read any further: the thread is read anew', async () => {
    const { call, texts, news } = storeOf(half)
    ;(await call('follow', 0)).fail(new ApiError('run_not_found', 'Gone.'))
    ;(await call('thread', 0)).give(two)
    await expect.poll(texts).toEqual(['Text 1', 'Text 2'])
    expect(news).toEqual(['lost'])
  })

  test('tells a stop at once, and takes it back when the server was not told', async () => {
    const { store, call } = storeOf(half)
    const stopped = store.stop()
    expect(store.getSnapshot().run?.stopping).toBe(true)
    ;(await call('stop', 0)).fail(new ApiError('unreachable', 'No.'))
    await expect(stopped).rejects.toThrow('No.')
    expect(store.getSnapshot().run?.stopping).toBe(false)
  })
})

describe('reading the thread anew', () => {
  test('a newer reading ends the older one', async () => {
    const { store, call, texts } = storeOf(two)
    void store.refresh()
    const older = await call('thread', 0)
    void store.refresh()
    expect(older.signal?.aborted).toBe(true)
    ;(await call('thread', 1)).give(view([message(1)]))
    await expect.poll(texts).toEqual(['Text 1'])
  })

  test('never overtakes a message: asked again when that is stored', async () => {
    const { store, call, count, texts } = storeOf(two)
    void store.refresh()
    const older = await call('thread', 0)
    const sent = store.send(hello)
    expect(older.signal?.aborted).toBe(true)
    await store.refresh()
    expect(count('thread')).toBe(1)
    ;(await call('send', 0)).give(start())
    await sent
    expect(texts()).toEqual(['Text 1', 'Text 2', 'Text 3', ''])
    ;(await call('thread', 1)).give(view([message(2), message(3), writing(4)], { runId: 'r' }))
    await expect.poll(texts).toEqual(['Text 2', 'Text 3', ''])
    expect(count('follow')).toBe(0)
  })

  test('one that the end of the answer overtakes is asked again', async () => {
    const { store, call, texts, count } = storeOf(half)
    void store.refresh()
    const older = await call('thread', 0)
    ;(await call('follow', 0)).give({ type: 'end', answer: message(2) })
    const newer = await call('thread', 1)
    expect(older.signal?.aborted).toBe(true)
    newer.give(two)
    await expect.poll(texts).toEqual(['Text 1', 'Text 2'])
    expect(count('follow')).toBe(1)
  })

  test('a failure leaves what is shown', async () => {
    const { store, call, texts } = storeOf(two)
    const refreshed = store.refresh()
    ;(await call('thread', 0)).fail(new ApiError('database_busy', 'Wait.'))
    await refreshed
    expect(texts()).toEqual(['Text 1', 'Text 2'])
  })
})

describe('a conversation that was deleted elsewhere', () => {
  const notFound = new ApiError('session_not_found', 'There is no such conversation.')

  test('is gone when it is read anew, told once, and stays readable; found again, it is back', async () => {
    const { store, call, texts, news } = storeOf(two)
    void store.refresh()
    ;(await call('thread', 0)).fail(notFound)
    await expect.poll(() => store.getSnapshot().gone).toBe(true)
    expect(texts()).toEqual(['Text 1', 'Text 2'])
    const again = store.refresh()
    ;(await call('thread', 1)).fail(notFound)
    await again
    expect(news).toEqual(['gone'])
    void store.refresh()
    ;(await call('thread', 2)).give(two)
    await expect.poll(() => store.getSnapshot().gone).toBe(false)
  })

  test.each<[string, string, (store: ReturnType<typeof storeOf>['store']) => Promise<void>]>([
    ['a message', 'send', (store) => store.send(hello)],
    ['another answer', 'send', (store) => store.answerAgain('regenerate', 'm2')],
    ['earlier messages', 'messages', (store) => store.loadEarlier(() => undefined)],
    ['another model', 'update', (store) => store.choose({ model: 'm' })],
  ])('is known as gone before %s is refused', async (_, name, ask) => {
    const { store, call } = storeOf(two)
    const asked = ask(store)
    ;(await call(name, 0)).fail(notFound)
    ;(await call('thread', 0)).fail(notFound)
    await expect(asked).rejects.toBe(notFound)
    expect(store.getSnapshot()).toMatchObject({ gone: true, run: null })
  })

  test('is not gone when what was asked of it fails for a clear', async () => {
    const { store, call, texts } = storeOf(two)
    const sent = store.send(hello)
    ;(await call('send', 0)).fail(notFound)
    ;(await call('thread', 0)).give(view([]))
    await expect(sent).rejects.toBe(notFound)
    expect(store.getSnapshot().gone).toBe(false)
    expect(texts()).toEqual([])
  })
})

test('a run is known as begun here only where this page began it', async () => {
  expect(storeOf(half).store.getSnapshot().run?.begunHere).toBe(false)
  const { store, call } = storeOf(two)
  const sent = store.send(hello)
  ;(await call('send', 0)).give(start())
  await sent
  expect(store.getSnapshot().run).toMatchObject({ stage: 'writing', begunHere: true })
})

test('earlier messages that come after a clear are left', async () => {
  const { store, call, texts } = storeOf(view([message(3)], { earlier: true }))
  const loaded = store.loadEarlier(() => undefined)
  void store.refresh()
  ;(await call('thread', 0)).give(view([]))
  await expect.poll(texts).toEqual([])
  ;(await call('messages', 0)).give({ messages: [message(1), message(2)], earlier: false })
  await loaded
  expect(texts()).toEqual([])
})

describe('a mark', () => {
  const marks = ({ store }: ReturnType<typeof storeOf>) =>
    store.getSnapshot().messages.map(({ pinned, excluded }) => (pinned ? 'pin' : excluded ? 'out' : ''))
  const answer = (ids: string[], pinned: boolean, excluded = false) => ({
    messages: ids.map((id) => ({ id, pinned, excluded })),
  })
  const refused = new ApiError('database_busy', 'Wait.')

  test('shows at once on the whole exchange, and as the server says once it is stored', async () => {
    const page = storeOf(two)
    const marked = page.store.mark('m2', 'pinned')
    expect(marks(page)).toEqual(['pin', 'pin'])
    expect(page.store.getSnapshot().marks).toHaveLength(1)
    const call = await page.call('mark', 0)
    expect(call.asked).toEqual(['s', 'm2', 'pinned'])
    call.give(answer(['m2'], true))
    await marked
    expect(marks(page)).toEqual(['', 'pin'])
    expect(page.store.getSnapshot().marks).toEqual([])
  })

  test('that is refused is taken back, and leaves a later one', async () => {
    const page = storeOf(two)
    const first = page.store.mark('m1', 'pinned')
    const second = page.store.mark('m1', 'excluded')
    expect(marks(page)).toEqual(['out', 'out'])
    expect(page.count('mark')).toBeLessThan(2)
    ;(await page.call('mark', 0)).fail(refused)
    await expect(first).rejects.toBe(refused)
    expect(marks(page)).toEqual(['out', 'out'])
    ;(await page.call('mark', 1)).fail(refused)
    await expect(second).rejects.toBe(refused)
    expect(marks(page)).toEqual(['', ''])
  })

  test('outlasts a reading of the thread that was asked before it was stored', async () => {
    const page = storeOf(two)
    const marked = page.store.mark('m1', 'pinned')
    const refreshed = page.store.refresh()
    ;(await page.call('thread', 0)).give(two)
    await refreshed
    expect(marks(page)).toEqual(['pin', 'pin'])
    void page.store.refresh()
    const stale = await page.call('thread', 1)
    ;(await page.call('mark', 0)).give(answer(['m1', 'm2'], true))
    await marked
    expect(stale.signal?.aborted).toBe(true)
    expect(marks(page)).toEqual(['pin', 'pin'])
    await page.call('thread', 2)
  })
})

describe('closing', () => {
  test('ends all reading, and says so to a message that was not stored', async () => {
    const { store, call, close, stage } = storeOf(two)
    const sent = store.send(hello)
    const { signal } = await call('send', 0)
    close()
    expect(signal?.aborted).toBe(true)
    await expect(sent).rejects.toMatchObject({ code: 'unreachable' })
    expect(stage()).toBe(null)
  })

  test('ends a reading of the thread', async () => {
    const { store, call, close, texts } = storeOf(two)
    const refreshed = store.refresh()
    const { signal } = await call('thread', 0)
    close()
    expect(signal?.aborted).toBe(true)
    await refreshed
    expect(texts()).toEqual(['Text 1', 'Text 2'])
  })

  test('opened again, it goes on behind the last word, shown or not', async () => {
    const { store, call, close, texts, news } = storeOf(half, { held: true })
    ;(await call('follow', 0)).give(delta(2, 'x'))
    await call('follow', 1)
    close()
    store.open()
    const again = await call('follow', 2)
    expect(again.asked).toEqual(['q', { part: 0, offset: 3 }])
    expect(texts()).toEqual(['Text 1', 'Tex'])
    expect(news).toEqual([])
  })
})

describe('a temporary conversation', () => {
  const temporary = () => view([message(1), message(2)], { session: sampleSession({ temporary: true }) })

  test('is one until it is kept', async () => {
    const { store, call } = storeOf(temporary())
    expect(store.getSnapshot().temporary).toBe(true)
    const kept = store.keep()
    const asked = await call('update', 0)
    expect(asked.asked).toEqual(['s', { temporary: false }])
    asked.give(sampleSession({ title: 'A plan' }))
    await kept
    expect(store.getSnapshot()).toMatchObject({ temporary: false, session: { title: 'A plan' } })
  })

  test('that has ended when it is to be kept is gone', async () => {
    const { store, call } = storeOf(temporary())
    const kept = store.keep()
    const ended = new ApiError('session_not_found', 'There is no such conversation.', { status: 404 })
    ;(await call('update', 0)).fail(ended)
    ;(await call('thread', 0)).fail(ended)
    await expect(kept).rejects.toBe(ended)
    expect(store.getSnapshot()).toMatchObject({ gone: true, temporary: true })
  })
})
