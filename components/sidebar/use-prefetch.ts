import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** How long a pointer or the focus must rest on a link: one that passes over wants nothing. In ms. */
const REST = 50

/**
 * When a link is worth fetching ahead: as soon as one seems to want it. `wanted` is for the link's `prefetch`, the
 * rest are its handlers.
 */
export function usePrefetch() {
  const [wanted, setWanted] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const soon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(setWanted, REST, true)
  }
  const never = () => {
    clearTimeout(timer.current)
    setWanted(false)
  }
  return {
    wanted,
    onPointerEnter: (event: PointerEvent) => {
      // A finger that scrolls enters too.
      if (event.pointerType === 'mouse') soon()
    },
    onPointerLeave: never,
    onPointerDown: () => setWanted(true),
    onFocus: soon,
    onBlur: never,
  }
}
