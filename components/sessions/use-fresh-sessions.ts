import { useEffect } from 'react'
import { BUSY_MS, pollPause } from './poll-pause'
import { onSessionNews } from './session-news'
import type { SessionStore } from './session-store'

/** So long after all of the list was told a reader who comes back has it told again, in ms. */
const DEEP_MS = 60_000

/**
 * Keeps the list true: by what this page and other tabs announce, and for what other devices do by looking, as long as
 * the page is seen.
 */
export function useFreshSessions(store: SessionStore): void {
  useEffect(
    () =>
      onSessionNews((news) => {
        if (news.kind === 'changed') store.announce(news.session)
        else if (news.kind === 'gone') store.drop(news.sessionId)
        else if (news.kind === 'stale' || news.kind === 'allGone') void store.refresh()
      }),
    [store],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let left = false
    let { sessions } = store.getSnapshot()
    let changedAt = performance.now()
    let deepAt = performance.now()

    const wait = (ms: number) => {
      clearTimeout(timer)
      if (!left) timer = setTimeout(look, ms)
    }
    const look = async (deep = false) => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      const failed = !(await store.look({ deep }))
      const answering = store.getSnapshot().sessions.some((session) => session.answering)
      wait(pollPause({ answering, unchangedMs: performance.now() - changedAt, failed }))
    }
    const comeBack = () => {
      const deep = document.visibilityState === 'visible' && performance.now() - deepAt > DEEP_MS
      if (deep) deepAt = performance.now()
      void look(deep)
    }
    // Where something happens more may follow soon.
    const noteChange = () => {
      if (store.getSnapshot().sessions === sessions) return
      sessions = store.getSnapshot().sessions
      changedAt = performance.now()
      wait(BUSY_MS)
    }
    const leave = store.subscribe(noteChange)
    wait(BUSY_MS)
    window.addEventListener('focus', comeBack)
    window.addEventListener('online', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      left = true
      clearTimeout(timer)
      leave()
      window.removeEventListener('focus', comeBack)
      window.removeEventListener('online', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [store])
}
