import { describe, expect, test } from 'vitest'
import type { MessageView } from '@/lib/schemas/message'
import type { Delta } from '@/lib/schemas/run-event'
import { sampleMessage, sampleSession } from '@/lib/schemas/testing/sample-views'
import type { ThreadView } from '@/lib/schemas/thread'
import { reduceThread, type ThreadAction } from './thread-reducer'
import { type ThreadState, threadOf } from './thread-state'

const message = (seq: number, change: Partial<MessageView> = {}): MessageView =>
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
const seqs = ({ messages }: ThreadState) => messages.map(({ seq }) => seq)
const apply = (state: ThreadState, ...actions: ThreadAction[]) => actions.reduce(reduceThread, state)
const start = (answer: MessageView, userMessage: MessageView | null = null) => ({
  type: 'start' as const,
  runId: 'r',
  session,
  userMessage,
  answer,
})
const delta = (part: number, text: string, kind: Delta['kind'] = 'text'): Delta => ({
  type: 'delta',
  part,
  kind,
  offset: 0,
  text,
})

const two = threadOf(view([message(1), message(2)]))
const empty = message(4, { parts: [], status: 'streaming' })

test('a turn: sent, stored, written, ended', () => {
  const sending = apply(two, { type: 'sending' })
  expect(sending.run).toMatchObject({ stage: 'sending', runId: null })
  expect(seqs(sending)).toEqual([1, 2])

  const begun = apply(sending, { type: 'started', event: start(empty, message(3)), replaces: null })
  expect(seqs(begun)).toEqual([1, 2, 3, 4])
  expect(begun.run).toMatchObject({ stage: 'writing', runId: 'r', answerId: 'm4' })

  const grown = apply(begun, {
    type: 'grew',
    answerId: 'm4',
    deltas: [delta(0, 'Hm', 'reasoning'), delta(0, '…', 'reasoning'), delta(1, 'Yes')],
  })
  expect(grown.messages.at(-1)?.parts).toEqual([
    { type: 'reasoning', text: 'Hm…' },
    { type: 'text', text: 'Yes' },
  ])

  const ended = apply(grown, { type: 'ended', answer: message(4) })
  expect(ended.run).toBeNull()
  expect(ended.messages.at(-1)).toEqual(message(4))
})

test('growing changes no other message, and no state that was', () => {
  const begun = apply(two, { type: 'started', event: start(empty, message(3)), replaces: null })
  const grown = apply(begun, { type: 'grew', answerId: 'm4', deltas: [delta(0, 'x')] })
  expect(grown.messages[0]).toBe(begun.messages[0])
  expect(begun.messages.at(-1)?.parts).toEqual([])
})

test('text for an answer that is not here is left', () => {
  expect(apply(two, { type: 'grew', answerId: 'gone', deltas: [delta(0, 'x')] }).messages).toBe(two.messages)
})

test('a new answer takes the place of the old one', () => {
  const begun = apply(two, {
    type: 'started',
    event: start(message(3, { role: 'assistant', parts: [] })),
    replaces: 'm2',
  })
  expect(begun.messages.map(({ id }) => id)).toEqual(['m1', 'm3'])
})

test('one who joins keeps what it has of the answer', () => {
  const half = threadOf(view([message(1), message(2, { status: 'streaming' })], { runId: 'r' }))
  expect(half.run).toMatchObject({ runId: 'r', answerId: 'm2' })
  const joined = apply(half, { type: 'started', event: start(message(2, { parts: [] })), replaces: null })
  expect(joined.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'Text 2' }])
})

describe('asked for again', () => {
  const long = apply(threadOf(view([message(5), message(6)], { earlier: true })), {
    type: 'earlier',
    messages: [message(3), message(4)],
    earlier: false,
  })

  test('what was loaded before the page stays', () => {
    const next = apply(long, { type: 'refreshed', view: view([message(6), message(7)], { earlier: true }) })
    expect(seqs(next)).toEqual([3, 4, 5, 6, 7])
    expect(next.earlier).toBe(false)
  })

  test('after a clear elsewhere nothing stays', () => {
    expect(seqs(apply(long, { type: 'refreshed', view: view([]) }))).toEqual([])
  })

  test.each(['r', null])('while the answer is read, it stays as it was read (run: %s)', (runId) => {
    const reading = apply(two, { type: 'started', event: start(empty, message(3)), replaces: null })
    const next = apply(reading, {
      type: 'refreshed',
      view: view([message(1), message(2), message(3), message(4, { status: 'streaming' })], { runId }),
    })
    expect(next.messages.at(-1)).toBe(reading.messages.at(-1))
    expect(next.run).toBe(reading.run)
  })

  test('a message that says the same stays the object that it was', () => {
    const told = JSON.parse(JSON.stringify(message(2)))
    const next = apply(two, { type: 'refreshed', view: view([message(1, { tokens: 99 }), told]) })
    expect(next.messages[0]?.tokens).toBe(99)
    expect(next.messages[1]).toBe(two.messages[1])
  })

  test('a message on its way stays on its way', () => {
    const sending = apply(two, { type: 'sending' })
    expect(apply(sending, { type: 'refreshed', view: view([message(1), message(2)]) }).run).toBe(sending.run)
  })

  test('a run that another window began is known', () => {
    const next = apply(long, { type: 'refreshed', view: view([message(6), empty], { runId: 'q' }) })
    expect(next.run).toMatchObject({ stage: 'writing', runId: 'q', answerId: 'm4' })
  })
})

test('a lost connection and a stop that is under way are told of the run alone', () => {
  expect(apply(two, { type: 'linked', up: false }, { type: 'stopping', on: true })).toEqual(two)
  const running = apply(two, { type: 'started', event: start(empty), replaces: null })
  expect(apply(running, { type: 'linked', up: false }, { type: 'stopping', on: true }).run).toMatchObject({
    linked: false,
    stopping: true,
  })
})
