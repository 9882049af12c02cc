import { useEffect } from 'react'

/** Looks at once, and again and again as long as the page is seen. `look`: the same one from render to render. */
export function useWhileSeen(look: (signal: AbortSignal) => void, everyMs: number): void {
  useEffect(() => {
    const leaving = new AbortController()
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') look(leaving.signal)
    }
    lookIfSeen()
    const timer = setInterval(lookIfSeen, everyMs)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      leaving.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [look, everyMs])
}
