import { useEffect, useRef } from 'react'
import { markRead } from '@/components/api/sessions'
import { announce } from '@/components/sessions/session-news'
import type { ThreadState } from './thread-state'

/**
 * Tells the server what has been seen: what stands in the thread while the page is visible and nothing is being
 * written.
 */
export function useReadMark({ session, messages, run }: ThreadState): void {
  const seen = useRef(session && !session.unread ? (messages.at(-1)?.seq ?? 0) : 0)
  const sessionId = session?.id ?? null
  const last = messages.at(-1)?.seq ?? 0
  const ended = run === null

  useEffect(() => {
    if (sessionId === null || !ended) return
    const mark = async () => {
      if (document.visibilityState !== 'visible' || last <= seen.current) return
      const before = seen.current
      seen.current = last
      try {
        await markRead(sessionId, last)
        announce({ kind: 'stale' })
      } catch {
        // Only a mark in the list: set again when the page is next looked at.
        seen.current = before
      }
    }
    void mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [sessionId, last, ended])
}
