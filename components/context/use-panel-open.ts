import { useCallback, useState } from 'react'
import { useStoredFlag } from './use-stored-flag'
import { useWide } from './use-wide'

/**
 * Whether the panel is open. Beside the thread it is remembered; over it, it would hide what the next page was
 * opened for.
 */
export function usePanelOpen(): [boolean, (open: boolean) => void] {
  const [beside, setBeside] = useStoredFlag('context-panel')
  const [over, setOver] = useState(false)
  const wide = useWide()
  const set = useCallback((open: boolean) => (wide ? setBeside(open) : setOver(open)), [wide, setBeside])
  return [wide ? beside : over, set]
}
