import { z } from 'zod'
import type { ListLayout } from './list-layout'

const keyOf = (list: string) => `throughline:sidebar-place:${list}`

/** Where a reader was in the list, kept for a reload of the page in the same tab. */
const listPlace = z.object({
  /** How far the list was scrolled, in px. */
  top: z.number(),
  /** The first session below the heading, and where it stood; null in an empty list. */
  first: z.object({ id: z.string(), lastActiveAt: z.string(), offset: z.number() }).nullable(),
  /** How many sessions must be here to show the same. */
  rows: z.number(),
  /** The page that was open. */
  path: z.string(),
})
export type ListPlace = z.infer<typeof listPlace>

export function placeIn(
  layout: ListLayout,
  { top, height, path }: { top: number; height: number; path: string },
): ListPlace {
  const row = layout.rowAt(top + layout.heading)
  const session = layout.sessions[row]
  const first = session
    ? { id: session.id, lastActiveAt: session.lastActiveAt, offset: layout.topOf(row) - top }
    : null
  return { top, first, rows: Math.min(layout.sessions.length, layout.rowAt(top + height) + 1), path }
}

/** How far the list must be scrolled to show the same. */
export function topOfPlace(layout: ListLayout, { top, first }: ListPlace): number {
  const row = first ? layout.rowOf(first) : -1
  return first && row >= 0 ? layout.topOf(row) - first.offset : top
}

/** `list`: the name of the list that it is a place in. */
export function keepPlace(list: string, place: ListPlace): void {
  try {
    sessionStorage.setItem(keyOf(list), JSON.stringify(place))
  } catch {
    // Storage is closed to this page: after a reload the list begins at its top.
  }
}

/** null: none was kept, or the browser stores nothing. */
export function readPlace(list: string): ListPlace | null {
  try {
    const parsed = listPlace.safeParse(JSON.parse(sessionStorage.getItem(keyOf(list)) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
