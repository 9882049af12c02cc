import { type RefObject, useLayoutEffect, useRef } from 'react'
import { sessionOfPath } from '@/components/sessions/session-path'
import type { SessionStore } from '@/components/sessions/session-store'
import { type ListLayout, shiftBetween } from './list-layout'
import { keepPlace, type ListPlace, placeIn, readPlace, topOfPlace } from './list-place'

type Options = {
  store: SessionStore
  layout: ListLayout
  path: string
  /** Under which the place outlives this list, by a reload or a filter that took its place; null: it does not. */
  name: string | null
}

/**
 * Keeps what one reads in the list where it is when sessions come, go and move, and after a reload. The session that
 * is opened is scrolled into view, where it is not.
 */
export function useListPlace(
  scroller: RefObject<HTMLElement | null>,
  { store, layout, path, name }: Options,
): void {
  const shown = useRef({ store, layout })
  const latestPath = useRef(path)
  /** The place to go to, as soon as its sessions are here. */
  const wanted = useRef<ListPlace | null>(null)
  const revealed = useRef<string | null>(null)

  // First of all, so that the others find what it wants.
  useLayoutEffect(() => {
    if (name === null) return
    const place = readPlace(name)
    if (!place || place.top === 0) return
    wanted.current = place
    if (place.path === latestPath.current) revealed.current = place.path
    void store.extendTo(place.rows)
  }, [store, name])

  useLayoutEffect(() => {
    const element = scroller.current
    const before = shown.current
    shown.current = { store, layout }
    if (!element) return
    if (before.store !== store) element.scrollTop = 0
    else if (before.layout !== layout && element.scrollTop > 0)
      element.scrollTop += shiftBetween(before.layout, layout, element.scrollTop)

    const place = wanted.current
    if (!place) return
    const isHere = layout.sessions.length >= place.rows || store.getSnapshot().next === null
    // One who has scrolled meanwhile has chosen another place.
    if (element.scrollTop > 0) wanted.current = null
    else if (isHere) {
      wanted.current = null
      element.scrollTop = topOfPlace(layout, place)
    }
  }, [scroller, store, layout])

  useLayoutEffect(() => {
    latestPath.current = path
    const element = scroller.current
    if (!element || revealed.current === path) return
    revealed.current = path
    const id = sessionOfPath(path)
    const row = shown.current.layout.sessions.findIndex((session) => session.id === id)
    if (row >= 0) reveal(element, shown.current.layout, row)
  }, [scroller, path])

  // A layout effect, for its end: by that of other effects the list is gone from the page, and its place with it.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || name === null) return
    const keep = () => {
      const { scrollTop: top, clientHeight: height } = element
      // One that is not shown, as beside a narrow screen's drawer, is nowhere.
      if (height === 0) return
      keepPlace(
        name,
        wanted.current ?? placeIn(shown.current.layout, { top, height, path: latestPath.current }),
      )
    }
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') keep()
    }
    window.addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keepWhenHidden)
    return () => {
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keepWhenHidden)
      keep()
    }
  }, [scroller, name])
}

function reveal(element: HTMLElement, layout: ListLayout, row: number): void {
  const above = layout.topOf(row) - layout.heading
  const below = layout.bottomOf(row) - element.clientHeight
  if (element.scrollTop > above) element.scrollTop = above
  else if (element.scrollTop < below) element.scrollTop = below
}
