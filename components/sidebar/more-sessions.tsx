'use client'

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'

/**
 * How near the end of the list may come before more is asked for: about a screen, and less than the first page is high.
 */
const NEAR = '800px'

type Props = { load: () => Promise<unknown>; scroller: RefObject<HTMLElement | null> }

/** Loads the next page when the end of the list comes near; a button as well, for whoever does not scroll. */
export function MoreSessions({ load, scroller }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [loading, setLoading] = useState(false)

  const loadNow = async () => {
    setLoading(true)
    await load()
    setLoading(false)
  }
  const comeNear = useEffectEvent(() => void loadNow())

  useEffect(() => {
    if (!button.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) comeNear()
      },
      { root: scroller.current, rootMargin: NEAR },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [scroller])

  return (
    <Button
      ref={button}
      variant="quiet"
      size="small"
      className="mt-2 w-full"
      aria-busy={loading}
      onClick={() => loadNow()}
    >
      {loading ? 'Loading older conversations…' : 'Older conversations'}
    </Button>
  )
}
