import { useEffect, useRef } from 'react'

export const STOP_KEYS = 'Ctrl .'
export const PANEL_KEYS = 'Ctrl ⇧ L'

const withControl = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && !event.altKey

/** The keys of the thread, wherever the focus is. On a Mac the command key does the same. */
export function useShortcuts(keys: { stop: () => void; panel: () => void }): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!withControl(event)) return
      if (event.key === '.' && !event.shiftKey) {
        event.preventDefault()
        latest.current.stop()
      } else if (event.code === 'KeyL' && event.shiftKey) {
        event.preventDefault()
        latest.current.panel()
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
