import { useEffect, useState } from 'react'
import { createAutosave, type SaveState } from './autosave'

const DELAY_MS = 800

const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** A value that saves itself: a moment after a change, and at once when the page is left. `save` is taken as it is at first. */
export function useAutosave<T>(initial: T, save: (value: T) => Promise<unknown>) {
  const [value, setValue] = useState(initial)
  const [state, setState] = useState<SaveState>({ kind: 'saved' })
  const [autosave] = useState(() => createAutosave<T>({ save, onState: setState, delayMs: DELAY_MS, later }))

  useEffect(() => {
    const leave = () => void autosave.flush()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
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
