import { useSyncExternalStore } from 'react'

const QUERY = '(width >= 1100px)'

/** Whether panel and thread fit beside each other; null before the page is alive. */
export function useWide(): boolean | null {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(QUERY)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(QUERY).matches,
    () => null,
  )
}
