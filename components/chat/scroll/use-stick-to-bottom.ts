import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Within so many px of the end a reader is at the end. */
const NEAR = 32

const distance = (scroller: HTMLElement) => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop

/**
 * Keeps the end of `content` in view while the reader is there, whatever makes it grow; once the reader has
 * scrolled up it moves nothing until they are back, or `toEnd` is called; `leaveEnd`: as if the reader
 * had scrolled up.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
) {
  const stuck = useRef(true)
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    const element = scroller.current
    if (!element) return
    stuck.current = true
    element.scrollTop = element.scrollHeight
    setAtEnd(true)
  }, [scroller])

  const leaveEnd = useCallback(() => {
    stuck.current = false
  }, [])

  useLayoutEffect(toEnd, [toEnd])

  // With the first look at the end and not after it: a reader who scrolls at once is heard.
  useLayoutEffect(() => {
    const element = scroller.current
    const inner = content.current
    if (!element || !inner) return
    let top = element.scrollTop
    const scrolled = () => {
      // Growth leaves the position as it is: only a reader moves it upwards.
      if (element.scrollTop < top - 1 && distance(element) > 1) stuck.current = false
      if (distance(element) <= NEAR && element.scrollTop >= top) stuck.current = true
      top = element.scrollTop
      setAtEnd(stuck.current || distance(element) <= NEAR)
    }
    // The wheel is heard before anything has moved, so that growth in the same frame does not win.
    const wheeled = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0 && element.scrollHeight > element.clientHeight) stuck.current = false
    }
    const grown = new ResizeObserver(() => {
      if (stuck.current) element.scrollTop = element.scrollHeight
      else setAtEnd(distance(element) <= NEAR)
    })
    grown.observe(element)
    grown.observe(inner)
    element.addEventListener('scroll', scrolled, { passive: true })
    element.addEventListener('wheel', wheeled, { passive: true })
    return () => {
      grown.disconnect()
      element.removeEventListener('scroll', scrolled)
      element.removeEventListener('wheel', wheeled)
    }
  }, [scroller, content])

  return { atEnd, toEnd, leaveEnd }
}
