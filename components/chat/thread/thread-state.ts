import type { MessageView } from '@/lib/schemas/message'
import type { SessionView } from '@/lib/schemas/session'
import type { ThreadView } from '@/lib/schemas/thread'
import type { PendingMark } from './marks'

/** The turn in progress, as far as this page knows it. */
export type ThreadRun = {
  /** `sending` until the server has stored the message. */
  stage: 'sending' | 'writing'
  /** Known from `writing` on. */
  runId: string | null
  answerId: string | null
  /** Whether this page began it; else it is another window's, or older than the page. */
  begunHere: boolean
  /** False while the connection is lost; the answer goes on at the server. */
  linked: boolean
  stopping: boolean
}

/** What of a conversation can be chosen before it exists; later it stands in the session. */
export type Choices = { model: string | null; instructions: string | null }

export type ThreadState = {
  /** null: a conversation that does not exist before its first message. */
  session: SessionView | null
  /** The newest messages of the path, by seq, without a gap up to the end. */
  messages: readonly MessageView[]
  /** Whether older ones can be asked for. */
  earlier: boolean
  run: ThreadRun | null
  /** On their way to the server, oldest first: not yet in `messages`. */
  marks: readonly PendingMark[]
  /** The server has the conversation no more: deleted elsewhere. What was read of it stays readable. */
  gone: boolean
}

export const threadOf = (view: ThreadView | null): ThreadState =>
  view
    ? {
        session: view.session,
        messages: view.messages,
        earlier: view.earlier,
        run: view.runId === null ? null : writing(view.runId, answerIn(view.messages)),
        marks: [],
        gone: false,
      }
    : { session: null, messages: [], earlier: false, run: null, marks: [], gone: false }

export const writing = (runId: string, answerId: string | null): ThreadRun => ({
  stage: 'writing',
  runId,
  answerId,
  begunHere: false,
  linked: true,
  stopping: false,
})

/** The answer being written: it stands last. */
function answerIn(messages: readonly MessageView[]): string | null {
  return messages.findLast(({ status }) => status === 'streaming')?.id ?? null
}
