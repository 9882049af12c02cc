'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'

/** Loads the next page when it comes near; a button as well, for whoever does not scroll. */
export function MoreSessions({ load }: { load: () => Promise<void> }) {
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
      { rootMargin: '400px' },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [])

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
