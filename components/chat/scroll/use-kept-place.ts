import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps what one reads where it is when rows are added above. Returns the function to call just before; the place
 * is put right when `first`, the id of the first row, has changed.
 */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>, first: string | null): () => void {
  const kept = useRef<{ row: Element; top: number } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first row is what calls for it.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!kept.current || !element) return
    const { row, top } = kept.current
    kept.current = null
    element.scrollTop += row.getBoundingClientRect().top - top
    element.style.overflowAnchor = ''
  }, [first, scroller])

  return () => {
    const row = scroller.current?.querySelector('article')
    if (!row || !scroller.current) return
    kept.current = { row, top: row.getBoundingClientRect().top }
    // The browser's own anchoring would move it a second time.
    scroller.current.style.overflowAnchor = 'none'
  }
}
