import { isBehind } from '@/components/sessions/session-list'
import type { SessionItem } from '@/lib/schemas/session'
import type { DayGroup } from './day-groups'

/** Heights in px, a row's with the gap below it. The same as `--row` and `--heading` in session-groups.tsx. */
export type Sizes = { heading: number; row: number }

/** The part of a group that is drawn: `rows` are counted from the top of the whole list. */
export type Section = { label: string; number: number; first: number; length: number; rows: number[] }

/**
 * Where everything stands in a list of sessions by day: headings and rows of known heights, one below the other.
 * A row is named by its number among all sessions, a line by its number among rows and headings.
 */
export type ListLayout = ReturnType<typeof layoutOf>

export function layoutOf(
  sessions: readonly SessionItem[],
  groups: readonly DayGroup<SessionItem>[],
  { heading, row: height }: Sizes,
) {
  let above = 0
  const placed = groups.map(({ label, items }, number) => {
    const group = { label, number, first: above, length: items.length }
    above += items.length
    return group
  })
  const headingLines = new Set(placed.map(({ first, number }) => first + number))
  const groupOf = (row: number) => placed.findLast(({ first }) => first <= row)
  const topOf = (row: number) => heading * ((groupOf(row)?.number ?? 0) + 1) + height * row

  return {
    sessions,
    heading,
    lines: sessions.length + placed.length,
    groups: placed.length,
    sizeOf: (line: number): number => (headingLines.has(line) ? heading : height),
    lineOf: (row: number): number => row + (groupOf(row)?.number ?? 0) + 1,

    /** The distance of a row's upper edge from the top of the list, and of its lower edge. */
    topOf,
    bottomOf: (row: number): number => topOf(row) + height,

    /** The first row that reaches below `y`; behind the last one there is none. */
    rowAt(y: number): number {
      const group = placed.findLast(({ first, number }) => heading * number + height * first <= y)
      if (!group) return 0
      const within = Math.floor((y - topOf(group.first)) / height)
      return group.first + Math.min(group.length, Math.max(0, within))
    },

    /** The row of a session that has not moved since; -1 where it has, or is gone. */
    rowOf({ id, lastActiveAt }: { id: string; lastActiveAt: string }): number {
      let [low, high] = [0, sessions.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        const session = sessions[middle]
        if (session && isBehind({ id, lastActiveAt }, session)) low = middle + 1
        else high = middle
      }
      return sessions[low]?.id === id && sessions[low]?.lastActiveAt === lastActiveAt ? low : -1
    },

    /** Lines in order, as the groups that they belong to. */
    sectionsOf(lines: readonly number[]): Section[] {
      const sections: Section[] = []
      for (const line of lines) {
        let section = sections.at(-1)
        if (!section || line > section.first + section.number + section.length) {
          const group = placed.findLast(({ first, number }) => first + number <= line)
          if (!group) continue
          section = { ...group, rows: [] }
          sections.push(section)
        }
        if (!headingLines.has(line)) section.rows.push(line - section.number - 1)
      }
      return sections
    },
  }
}

/**
 * How far what stands at `top` has moved from one layout to the next, in px: told by the first session there that is
 * still where it was in the order, so that one that has jumped to the top takes no reader along.
 */
export function shiftBetween(before: ListLayout, after: ListLayout, top: number): number {
  for (let row = before.rowAt(top + before.heading); row < before.sessions.length; row++) {
    const session = before.sessions[row]
    const now = session ? after.rowOf(session) : -1
    if (now >= 0) return after.topOf(now) - before.topOf(row)
  }
  return 0
}
