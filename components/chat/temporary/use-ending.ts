import { useSessionList } from '@/components/sessions/session-store-context'
import { useShared } from '../shared-context'
import { useThread } from '../thread/thread-context'

/**
 * When this conversation ends if nothing more is said, in ms; null: it is kept, or an answer runs, during which it never
 * ends. The list knows of what was said in other windows.
 */
export function useEnding(): number | null {
  const { session, run, gone } = useThread()
  const { historyTimeoutSeconds } = useShared()
  const listed = useSessionList().sessions.find(({ id }) => id === session?.id)
  if (session === null || !session.brief || session.pinned || gone || run !== null) return null
  const times = [session, listed].map((each) => Date.parse(each?.lastActiveAt ?? session.lastActiveAt))
  return Math.max(...times) + 1_000 * historyTimeoutSeconds
}
