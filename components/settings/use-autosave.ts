import { useEffect, useState } from 'react'
import { bytesOf, KEEP_ALIVE_MAX } from '@/components/api/keep-alive'
import { later } from '@/components/ui/later'
import { createAutosave, type SaveState } from './autosave'

const DELAY_MS = 800

/** Whether its request can outlive the page, with room for another one beside it. */
const isLight = (value: unknown) => bytesOf(JSON.stringify(value)) < KEEP_ALIVE_MAX / 2

/**
 * A value that saves itself: a moment after a change, and at once when the page is left. `save` is taken as it is at
 * first. Its request outlives the page if the value is not too large; for one that is, the browser asks before leaving.
 */
export function useAutosave<T>(initial: T, save: (value: T) => Promise<unknown>) {
  const [value, setValue] = useState(initial)
  const [state, setState] = useState<SaveState>({ kind: 'saved' })
  const [autosave] = useState(() => createAutosave<T>({ save, onState: setState, delayMs: DELAY_MS, later }))

  useEffect(() => {
    const { leave } = autosave
    const hold = (event: BeforeUnloadEvent) => {
      leave()
      const unsaved = autosave.unsaved()
      if (unsaved !== null && !isLight(unsaved.value)) event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('beforeunload', hold)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [autosave])

  const change = (next: T) => {
    setValue(next)
    autosave.change(next)
  }
  return { value, change, state, flush: autosave.flush }
}
