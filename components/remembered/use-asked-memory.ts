import { useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { later } from '@/components/ui/later'
import { addressOf, askedIn, MEMORY_PATH } from './asked-memory'

/** How long typing must rest before the address is another, in ms: browsers refuse one that changes with every key. */
const REST = 250

/** What is looked at, which stands in the address too, so that a reload and the way back show the same. */
export function useAskedMemory() {
  const params = useSearchParams()
  const [asked, setAsked] = useState(() => askedIn(params))
  const address = addressOf(asked)
  const shown = useRef(address)

  // The browser's own address, as the router tells of what was written meanwhile a little late.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `params` tell that it is another.
  useEffect(() => {
    const there = askedIn(new URLSearchParams(window.location.search))
    if (addressOf(there) === shown.current) return
    shown.current = addressOf(there)
    setAsked(there)
  }, [params])

  useEffect(() => {
    if (address === shown.current) return
    const write = () => {
      // The way back may have led elsewhere meanwhile.
      if (window.location.pathname !== MEMORY_PATH || address === shown.current) return
      shown.current = address
      window.history.replaceState(null, '', address)
    }
    const callOff = later(write, REST)
    // Before a link or a shortcut leads away: written behind it, the router would not go there.
    const hurry = (event: MouseEvent | KeyboardEvent) => {
      if (event.type === 'click' || event.metaKey || event.ctrlKey) write()
    }
    window.addEventListener('click', hurry, true)
    window.addEventListener('keydown', hurry, true)
    return () => {
      callOff()
      window.removeEventListener('click', hurry, true)
      window.removeEventListener('keydown', hurry, true)
    }
  }, [address])

  return [asked, setAsked] as const
}
