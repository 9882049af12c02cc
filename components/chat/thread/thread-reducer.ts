import type { MarkedExchange } from '@/lib/schemas/mark'
import type { MessageView } from '@/lib/schemas/message'
import type { Delta, RunEvent } from '@/lib/schemas/run-event'
import type { SessionView } from '@/lib/schemas/session'
import type { ThreadView } from '@/lib/schemas/thread'
import { withDelta } from '../run/delta-seam'
import { type PendingMark, withMarked } from './marks'
import { isSameJson } from './same-json'
import { type ThreadState, threadOf, writing } from './thread-state'

export type Start = Extract<RunEvent, { type: 'start' }>

export type ThreadAction =
  | { type: 'sending' }
  /** `replaces`: the answer that leaves the path for the new one. */
  | { type: 'started'; event: Start; replaces: string | null }
  | { type: 'grew'; answerId: string; deltas: readonly Delta[] }
  | { type: 'linked'; up: boolean }
  | { type: 'stopping'; on: boolean }
  | { type: 'ended'; answer: MessageView }
  /** Nothing more can be read of the run; what the thread holds of it stays. */
  | { type: 'dropped' }
  /** The server has no such conversation any more; a later reading may find it again. */
  | { type: 'gone' }
  /** The server's newest page of the thread, asked for again. */
  | { type: 'refreshed'; view: ThreadView }
  | { type: 'earlier'; messages: readonly MessageView[]; earlier: boolean }
  | { type: 'session'; session: SessionView }
  | { type: 'marking'; pending: PendingMark }
  /** `marked`: what the server says of it; null: it refused. */
  | { type: 'marked'; pending: PendingMark; marked: MarkedExchange | null }

export function reduceThread(state: ThreadState, action: ThreadAction): ThreadState {
  switch (action.type) {
    case 'sending':
      return { ...state, run: { ...writing('', null), stage: 'sending', runId: null, begunHere: true } }
    case 'started':
      return started(state, action)
    case 'grew':
      return { ...state, messages: grown(state.messages, action) }
    case 'linked':
      return state.run ? { ...state, run: { ...state.run, linked: action.up } } : state
    case 'stopping':
      return state.run ? { ...state, run: { ...state.run, stopping: action.on } } : state
    case 'ended':
      return { ...state, messages: merged(state.messages, [action.answer]), run: null }
    case 'dropped':
      return { ...state, run: null }
    case 'gone':
      return { ...state, gone: true }
    case 'refreshed':
      return refreshed(state, action.view)
    case 'earlier':
      return { ...state, messages: merged(action.messages, state.messages), earlier: action.earlier }
    case 'session':
      return { ...state, session: action.session }
    case 'marking':
      return { ...state, marks: [...state.marks, action.pending] }
    case 'marked':
      return {
        ...state,
        messages: action.marked ? withMarked(state.messages, action.marked) : state.messages,
        marks: state.marks.filter((pending) => pending !== action.pending),
      }
  }
}

/** One who joins is sent every delta behind its own position: what it has of the answer stays. */
function started(
  state: ThreadState,
  { event, replaces }: Extract<ThreadAction, { type: 'started' }>,
): ThreadState {
  const known = state.messages.find(({ id }) => id === event.answer.id)
  const answer = { ...event.answer, parts: known?.parts ?? [] }
  return {
    ...state,
    session: event.session,
    messages: merged(
      state.messages.filter(({ id }) => id !== replaces),
      event.userMessage ? [event.userMessage, answer] : [answer],
    ),
    run: { ...writing(event.runId, answer.id), begunHere: true },
  }
}

function grown(
  messages: readonly MessageView[],
  { answerId, deltas }: { answerId: string; deltas: readonly Delta[] },
): readonly MessageView[] {
  const index = messages.findLastIndex(({ id }) => id === answerId)
  const answer = messages[index]
  return answer
    ? messages.with(index, { ...answer, parts: deltas.reduce(withDelta, answer.parts) })
    : messages
}

/**
 * Older messages that were loaded stay, as far as the server still has any before its page. So does the answer
 * that is being read: its next words follow what is here, not what the server had stored. A message on its way
 * stays on its way: only its own end says how it went.
 */
function refreshed(state: ThreadState, view: ThreadView): ThreadState {
  const first = view.messages[0]
  const older = view.earlier && first ? state.messages.filter(({ seq }) => seq < first.seq) : []
  const fresh = threadOf({ ...view, messages: asKnown(view.messages, state.messages) })
  const reading = state.run?.stage === 'writing' && (view.runId ?? state.run.runId) === state.run.runId
  const answer = reading ? state.messages.filter(({ id }) => id === state.run?.answerId) : []
  return {
    ...fresh,
    run: reading || state.run?.stage === 'sending' ? state.run : fresh.run,
    messages: merged([...older, ...fresh.messages], answer),
    marks: state.marks,
    earlier: older.length > 0 ? state.earlier : fresh.earlier,
  }
}

/** What was read, each message as the object that is known where it says the same: then it need not be drawn anew. */
function asKnown(read: readonly MessageView[], known: readonly MessageView[]): MessageView[] {
  const before = new Map(known.map((message) => [message.id, message]))
  return read.map((message) => {
    const old = before.get(message.id)
    return old && isSameJson(old, message) ? old : message
  })
}

/** By seq, each message once: as `newer` has it. */
function merged(known: readonly MessageView[], newer: readonly MessageView[]): MessageView[] {
  const ids = new Set(newer.map(({ id }) => id))
  return [...known.filter(({ id }) => !ids.has(id)), ...newer].sort((a, b) => a.seq - b.seq)
}
