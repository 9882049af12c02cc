import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo } from 'react'
import type { ListLayout, Section } from './list-layout'

/** Rows drawn beyond what is seen, for the next step of a wheel or of Tab. */
const BEYOND = 8

/** The server knows no screen: high enough for the whole of the first page. In px. */
const SERVER_RECT = { width: 0, height: 2_000 }

/**
 * The part of a list that is drawn: what is seen, a little around it, and the row `held`, which has the focus: were
 * it taken away, the focus would be lost with it.
 */
export function useDrawnRows(
  scroller: RefObject<HTMLElement | null>,
  layout: ListLayout,
  held: string | null,
): Section[] {
  const heldLine = useMemo(() => {
    const row = held === null ? -1 : layout.sessions.findIndex(({ id }) => id === held)
    return row < 0 ? null : layout.lineOf(row)
  }, [layout, held])
  // Of another layout the lines are others, even where they are as many.
  const keyOf = useMemo(() => keysOf(layout), [layout])

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: layout.lines,
    getScrollElement: () => scroller.current,
    estimateSize: layout.sizeOf,
    getItemKey: keyOf,
    overscan: BEYOND,
    initialRect: SERVER_RECT,
    rangeExtractor: (range) => withLine(defaultRangeExtractor(range), heldLine),
  })
  return layout.sectionsOf(virtualizer.getVirtualItems().map(({ index }) => index))
}

const keysOf = (_layout: ListLayout) => (line: number) => line

function withLine(lines: number[], line: number | null): number[] {
  return line === null || lines.includes(line) ? lines : [...lines, line].sort((a, b) => a - b)
}
