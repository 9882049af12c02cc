import { useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import * as api from '@/components/api/sessions'
import { announce, onSessionNews } from '@/components/sessions/session-news'
import { createSessionStore, type SessionStore } from '@/components/sessions/session-store'
import { useSessionStore } from '@/components/sessions/session-store-context'
import type { ListSource } from './list-source'

/** How long typing must rest, in ms: shorter than the pause between two words. */
const REST = 60

export type Found = { title: string; store: SessionStore }

/**
 * The sessions, of one source or of all, whose title holds what was typed. While they are looked for, those found
 * before stay; null: nothing was asked for, or nothing has come yet. An answer to what was typed before is never shown.
 */
export function useTitleFilter(
  text: string,
  source: ListSource,
): { found: Found | null; failure: string | null } {
  const title = text.trim()
  const [found, setFound] = useState<Found | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    setFailure(null)
    if (title === '') return setFound(null)
    const abort = new AbortController()
    const look = async () => {
      try {
        const newest = await api.listNewest({ title, source, known: null, signal: abort.signal })
        if (newest && !abort.signal.aborted)
          setFound({ title, store: createSessionStore(newest.page, { api, announce, title, source }) })
      } catch (error) {
        if (!abort.signal.aborted) setFailure(sentenceOf(error))
      }
    }
    const timer = setTimeout(look, REST)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [title, source])

  useFreshFound(found?.store ?? null)
  return { found: title === '' ? null : found, failure }
}

/** Whatever changes the list of all may change what is found in it. */
function useFreshFound(found: SessionStore | null): void {
  const all = useSessionStore()
  useEffect(() => {
    if (!found) return
    let { sessions } = all.getSnapshot()
    const leaveAll = all.subscribe(() => {
      if (all.getSnapshot().sessions === sessions) return
      sessions = all.getSnapshot().sessions
      void found.refresh()
    })
    const leaveNews = onSessionNews((news) => {
      if (news.kind === 'gone') found.drop(news.sessionId)
    })
    return () => {
      leaveAll()
      leaveNews()
    }
  }, [all, found])
}
