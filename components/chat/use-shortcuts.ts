import { useEffect, useRef } from 'react'
import { isPressed, type Shortcut } from '@/components/ui/shortcut'

export const STOP: Shortcut = { key: '.', shift: false }
export const PANEL: Shortcut = { key: 'L', code: 'KeyL', shift: true }
export const SAW: Shortcut = { key: 'F', code: 'KeyF', shift: true }

/** The keys of the thread, wherever the focus is. */
export function useShortcuts(keys: { stop: () => void; panel: () => void; saw: () => void }): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = isPressed(STOP, event)
        ? latest.current.stop
        : isPressed(PANEL, event)
          ? latest.current.panel
          : isPressed(SAW, event)
            ? latest.current.saw
            : null
      if (act === null) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
