import { isBehind, type SessionList } from '@/components/sessions/session-list'
import type { SessionItem } from '@/lib/schemas/session'
import type { ThreadState } from './thread-state'

/**
 * What the list, which learns of other windows and devices, has of a thread that is not as the thread shows it; null:
 * nothing. The same reason stays the same value until the list tells something else: whoever reads once for each comes
 * to an end, also where the list is the older of the two. What the thread is writing itself it knows best.
 */
export function whyReadAnew(
  { session, run, gone }: Pick<ThreadState, 'session' | 'run' | 'gone'>,
  { sessions, next }: Pick<SessionList, 'sessions' | 'next'>,
): string | readonly SessionItem[] | null {
  if (session === null || run !== null) return null
  const listed = sessions.find(({ id }) => id === session.id)
  if (!listed) return !gone && reachesTo(session, sessions, next) ? sessions : null
  const { lastActiveAt, revision, answering } = listed
  const isSame = lastActiveAt === session.lastActiveAt && revision === session.revision
  if (isSame && !gone && !answering && !session.answering) return null
  return `${gone ? 'back' : 'other'} ${lastActiveAt} ${revision} ${answering}`
}

/** Whether the list would have it. */
function reachesTo(session: SessionItem, sessions: readonly SessionItem[], next: string | null): boolean {
  const oldest = sessions.at(-1)
  return next === null || (oldest !== undefined && isBehind(oldest, session))
}
