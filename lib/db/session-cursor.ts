import { AppError } from '../errors.ts'
import type { Prisma } from './generated/sqlite/client.ts'

/** Of a session in the list: by last activity, newest first, then by id. */
export type Place = { lastActiveAt: Date; id: string }

/** The place behind the last row of a page, opaque to whoever carries it: a session that moves does no harm. */
export function nextCursor(page: readonly Place[]): string | null {
  const last = page.at(-1)
  return last ? `${last.lastActiveAt.toISOString()}~${last.id}` : null
}

/**
 * The order of the list. All its sessions have the same `deletedAt`, none; but Postgres follows the index, in which that
 * comes first, only where the order names it, and else sorts all sessions that there are.
 */
export const BY_PLACE: Prisma.SessionOrderByWithRelationInput[] = [
  { deletedAt: 'asc' },
  { lastActiveAt: 'desc' },
  { id: 'asc' },
]

/** What of the list stands behind a place, as a condition. */
export const placesBehind = (after: Place | null) =>
  after && {
    lastActiveAt: { lte: after.lastActiveAt },
    OR: [{ lastActiveAt: { lt: after.lastActiveAt } }, { id: { gt: after.id } }],
  }

export function parseCursor(cursor: string | null): Place | null {
  if (cursor === null) return null
  const at = cursor.indexOf('~')
  const lastActiveAt = new Date(cursor.slice(0, at))
  if (at < 0 || Number.isNaN(lastActiveAt.getTime()))
    throw new AppError('invalid_request', 'The cursor is not one that this list gave.')
  return { lastActiveAt, id: cursor.slice(at + 1) }
}
