import type { ThreadView } from '@/lib/schemas/thread'
import type { ThreadState } from './thread-state'

/** As many as the server puts into a page: more would be drawn at once, and can be asked for. */
const MESSAGES = 60

/** What a page began with, and how it stood when the reader left it. */
const left = new WeakMap<ThreadView, ThreadView>()

/**
 * The router keeps what the server rendered, and begins the page with that again: without what was said since. So the
 * thread is kept with it, as it was left.
 */
export function leaveThread(initial: ThreadView, { session, messages, earlier, run }: ThreadState): void {
  if (session === null) return
  left.set(initial, {
    session,
    messages: messages.slice(-MESSAGES),
    earlier: earlier || messages.length > MESSAGES,
    runId: run?.runId ?? null,
  })
}

/** The newest that this page knows of the thread that it begins with. */
export const asLeft = (initial: ThreadView | null): ThreadView | null =>
  initial && (left.get(initial) ?? initial)
