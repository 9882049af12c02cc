import { useSyncExternalStore } from 'react'
import type { Sizes } from './list-layout'

const FINE: Sizes = { heading: 38, row: 33 }
const COARSE: Sizes = { heading: 38, row: 45 }

/** The same sizes for the style sheet, which knows the pointer before the page is alive. */
export const SIZE_CLASSES = '[--heading:38px] [--row:33px] pointer-coarse:[--row:45px]'

const COARSE_POINTER = '(pointer: coarse)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(COARSE_POINTER)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const read = () => (window.matchMedia(COARSE_POINTER).matches ? COARSE : FINE)

/** How high the rows of the list are: higher for fingers. */
export const useRowSizes = (): Sizes => useSyncExternalStore(subscribe, read, () => FINE)
