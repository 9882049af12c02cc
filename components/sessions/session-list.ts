import type { SessionItem, SessionPage } from '@/lib/schemas/session'

/**
 * What the sidebar knows of the sessions: the newest part of the server's list, and over it what the reader
 * has asked for and the server has not confirmed. Taking back such a wish is all that a roll-back needs.
 */
export type SessionList = {
  /** As the server last told, by last activity, newest first. */
  sessions: readonly SessionItem[]
  /** Asks for what is older than all of `sessions`; null: they are all there are. */
  next: string | null
  titles: ReadonlyMap<string, string>
  hidden: ReadonlySet<string>
  /** Rises with every change from here, so that an answer to an older question can be told. */
  revision: number
  /** Why the list may be old, in a sentence; null: it is as new as it can be. */
  failure: string | null
}

export type SessionListAction =
  /** Page one, asked for while the list was at `revision`. */
  | { type: 'refreshed'; page: SessionPage; revision: number }
  /** The page behind `cursor`. */
  | { type: 'extended'; page: SessionPage; cursor: string }
  /** A session as another part of the page has just seen it. */
  | { type: 'announced'; session: SessionItem }
  | { type: 'renaming'; id: string; title: string }
  | { type: 'renamed'; id: string; title: string }
  | { type: 'renameFailed'; id: string; title: string }
  | { type: 'hiding'; id: string }
  | { type: 'hideFailed'; id: string }
  | { type: 'deleted'; id: string }
  | { type: 'allDeleted' }
  | { type: 'loadFailed'; message: string }

export const listOf = (page: SessionPage): SessionList => ({
  ...page,
  titles: new Map(),
  hidden: new Set(),
  revision: 0,
  failure: null,
})

/** The rows to show. */
export function visibleSessions({ sessions, titles, hidden }: SessionList): SessionItem[] {
  return sessions
    .filter((session) => !hidden.has(session.id))
    .map((session) => {
      const title = titles.get(session.id)
      return title === undefined ? session : { ...session, title }
    })
}

export function reduceSessionList(list: SessionList, action: SessionListAction): SessionList {
  switch (action.type) {
    case 'refreshed':
      return action.revision === list.revision ? { ...refreshed(list, action.page), failure: null } : list
    case 'extended':
      return action.cursor === list.next ? { ...extended(list, action.page), failure: null } : list
    case 'announced':
      return changed(list, { sessions: merged([action.session], list.sessions) })
    case 'renaming':
      return changed(list, { titles: new Map(list.titles).set(action.id, action.title) })
    case 'renamed':
      return changed(list, {
        sessions: list.sessions.map((each) =>
          each.id === action.id ? { ...each, title: action.title } : each,
        ),
        titles: withoutTitle(list, action),
      })
    case 'renameFailed':
      return changed(list, { titles: withoutTitle(list, action) })
    case 'hiding':
      return changed(list, { hidden: new Set(list.hidden).add(action.id) })
    case 'hideFailed':
      return changed(list, { hidden: without(list.hidden, action.id) })
    case 'deleted':
      return changed(list, {
        sessions: list.sessions.filter((each) => each.id !== action.id),
        hidden: without(list.hidden, action.id),
      })
    case 'allDeleted':
      return changed(list, { sessions: [], next: null, titles: new Map(), hidden: new Set() })
    case 'loadFailed':
      return { ...list, failure: action.message }
  }
}

function changed(list: SessionList, change: Partial<SessionList>): SessionList {
  return { ...list, ...change, revision: list.revision + 1 }
}

/** Page one replaces what it covers; what is older stays as it was fetched. */
function refreshed(list: SessionList, page: SessionPage): SessionList {
  const oldest = page.sessions.at(-1)
  const newest = list.sessions[0]
  const complete = page.next === null || oldest === undefined
  // When all of the page is newer than all that was known, there may be more in between.
  if (complete || newest === undefined || byActivity(oldest, newest) < 0) return { ...list, ...page }
  const older = list.sessions.filter((session) => byActivity(session, oldest) > 0)
  // A list that was complete stays so: it ends where it ended.
  return { ...list, sessions: merged(page.sessions, older), next: older.length > 0 ? list.next : page.next }
}

function extended(list: SessionList, page: SessionPage): SessionList {
  return { ...list, sessions: merged(list.sessions, page.sessions), next: page.next }
}

/** Both lists in order, each session once: as `newer` has it. */
function merged(newer: readonly SessionItem[], older: readonly SessionItem[]): SessionItem[] {
  const known = new Set(newer.map(({ id }) => id))
  return [...newer, ...older.filter(({ id }) => !known.has(id))].sort(byActivity)
}

function byActivity(a: SessionItem, b: SessionItem): number {
  return Date.parse(b.lastActiveAt) - Date.parse(a.lastActiveAt)
}

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== id))
}

/** A later rename of the same session may still be under way: its wish stays. */
function withoutTitle({ titles }: SessionList, { id, title }: { id: string; title: string }) {
  return titles.get(id) === title ? new Map([...titles].filter(([each]) => each !== id)) : titles
}
