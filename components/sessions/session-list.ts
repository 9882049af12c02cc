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
  /** Page one is as it was told last. */
  | { type: 'confirmed' }
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

/** The rows to show: the same array as long as nothing stands over the server's list. */
export function visibleSessions({ sessions, titles, hidden }: SessionList): readonly SessionItem[] {
  if (titles.size === 0 && hidden.size === 0) return sessions
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
      return action.revision === list.revision ? current(refreshed(list, action.page)) : list
    case 'confirmed':
      return current(list)
    case 'extended':
      return action.cursor === list.next ? current(extended(list, action.page)) : list
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

function current(list: SessionList): SessionList {
  return list.failure === null ? list : { ...list, failure: null }
}

/** Page one replaces what it covers; what is older stays as it was fetched. */
function refreshed(list: SessionList, page: SessionPage): SessionList {
  const told = asKnown(page.sessions, list.sessions)
  const oldest = told.at(-1)
  const newest = list.sessions[0]
  // When all of the page is newer than all that was known, there may be more in between.
  const isApart = oldest && newest && oldest.lastActiveAt > newest.lastActiveAt
  const isAll = page.next === null || oldest === undefined || newest === undefined || isApart
  const older = isAll ? [] : list.sessions.filter((session) => isBehind(session, oldest))
  const sessions = merged(told, older)
  // A list that was complete stays so: it ends where it ended.
  const next = older.length > 0 ? list.next : page.next
  return next === list.next && isSameList(sessions, list.sessions) ? list : { ...list, sessions, next }
}

function extended(list: SessionList, page: SessionPage): SessionList {
  return { ...list, sessions: merged(list.sessions, page.sessions), next: page.next }
}

/**
 * Both lists in one, in order, as both are; each session once, as `newer` has it. A step for each: there may be
 * thousands.
 */
function merged(newer: readonly SessionItem[], older: readonly SessionItem[]): SessionItem[] {
  const ids = new Set(newer.map(({ id }) => id))
  const result: SessionItem[] = []
  let taken = 0
  for (const session of older) {
    if (ids.has(session.id)) continue
    for (let next = newer[taken]; next && !isBehind(next, session); next = newer[taken]) {
      result.push(next)
      taken += 1
    }
    result.push(session)
  }
  return result.concat(newer.slice(taken))
}

/** What was told, each row as the object that is known where it says the same: then it need not be drawn anew. */
function asKnown(told: readonly SessionItem[], known: readonly SessionItem[]): SessionItem[] {
  const ids = new Set(told.map(({ id }) => id))
  const before = new Map(known.filter(({ id }) => ids.has(id)).map((session) => [session.id, session]))
  return told.map((session) => {
    const old = before.get(session.id)
    return old && isSame(old, session) ? old : session
  })
}

const isSame = (a: SessionItem, b: SessionItem): boolean =>
  a.title === b.title &&
  a.lastActiveAt === b.lastActiveAt &&
  a.pinned === b.pinned &&
  a.answering === b.answering &&
  a.unread === b.unread &&
  a.revision === b.revision

const isSameList = (a: readonly SessionItem[], b: readonly SessionItem[]): boolean =>
  a.length === b.length && a.every((session, index) => session === b[index])

/** The order of the list. The server writes all times alike, so that their texts compare as they do. */
export function isBehind(a: Placed, b: Placed): boolean {
  return a.lastActiveAt < b.lastActiveAt || (a.lastActiveAt === b.lastActiveAt && a.id > b.id)
}

type Placed = Pick<SessionItem, 'id' | 'lastActiveAt'>

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== id))
}

/** A later rename of the same session may still be under way: its wish stays. */
function withoutTitle({ titles }: SessionList, { id, title }: { id: string; title: string }) {
  return titles.get(id) === title ? new Map([...titles].filter(([each]) => each !== id)) : titles
}
