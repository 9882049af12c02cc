import { sentenceOf } from '@/components/api/api-error'
import type { NewestPage } from '@/components/api/sessions'
import type { UndoView } from '@/lib/schemas/forget'
import { LIST_MAX, type SessionItem, type SessionPage, type SessionPatch } from '@/lib/schemas/session'
import { listOf, reduceSessionList, type SessionList, type SessionListAction } from './session-list'
import type { SessionNews } from './session-news'

/** What the store asks of the server. */
export type SessionApi = {
  /** null: page one is still the one of the tag `known`. */
  listNewest(options: {
    title: string | null
    source: SessionItem['source'] | null
    known: string | null
    /** The server's own where it is not given. */
    limit?: number
  }): Promise<NewestPage | null>
  listSessions(options: {
    cursor: string
    limit: number
    title: string | null
    source: SessionItem['source'] | null
  }): Promise<SessionPage>
  updateSession(id: string, patch: Pick<SessionPatch, 'title' | 'temporary'>): Promise<SessionItem>
  /** `answerIds`: answers elsewhere that quoted it, and go as well. */
  deleteSession(id: string, answerIds?: readonly string[]): Promise<UndoView>
  deleteAllSessions(): Promise<UndoView>
  clearSession(id: string, answerIds?: readonly string[]): Promise<UndoView>
  undoForget(purgeId: string): Promise<void>
}

type Deps = {
  api: SessionApi
  /** Tells the other lists, of this page and of other tabs, what the server has confirmed. */
  announce: (news: SessionNews) => void
  /** Of a list that holds only the sessions whose title holds this. */
  title?: string | null
  /** Of one that holds only the sessions that come from there. */
  source?: SessionItem['source'] | null
}

/**
 * The fewest and the most sessions that a further page asks for; between them it doubles the list, so that no end is
 * far.
 */
const PAGE = { least: 100, most: LIST_MAX }

const pageOf = (wanted: number): number => Math.min(PAGE.most, Math.max(PAGE.least, wanted))

/**
 * A list of sessions and everything that changes it. What the reader asked for shows at once; when it fails it is taken
 * back and the call rejects.
 */
export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(
  firstPage: SessionPage,
  { api, announce, title = null, source = null }: Deps,
) {
  let list: SessionList = listOf(firstPage)
  const listeners = new Set<() => void>()
  let refreshing: Promise<void> | null = null
  let askedAgain = false
  let extending: Promise<void> | null = null
  let missed = 0
  /** What is behind page one has to be told anew. */
  let deepOwed = false
  /** Of the page one that the list holds, as long as nothing else has changed the list. */
  let told: { tag: string | null; revision: number } | null = null

  function dispatch(action: SessionListAction): void {
    const before = list
    list = reduceSessionList(list, action)
    if (list !== before) for (const listener of listeners) listener()
  }

  /** Repeats while changes from here have overtaken the answer. */
  async function refreshUntilCurrent(): Promise<void> {
    let current = false
    while (!current) {
      askedAgain = false
      const { revision } = list
      const known = told?.revision === revision ? told.tag : null
      const limit = deepOwed ? pageOf(list.sessions.length) : undefined
      const newest = await api.listNewest({ title, source, known, limit })
      if (limit !== undefined) deepOwed = false
      if (newest && list.revision === revision) told = { tag: newest.tag, revision }
      dispatch(newest ? { type: 'refreshed', page: newest.page, revision } : { type: 'confirmed' })
      current = list.revision === revision && !askedAgain
    }
  }

  async function loadMore(cursor: string, wanted: number): Promise<void> {
    const page = await api.listSessions({ cursor, limit: pageOf(wanted), title, source })
    dispatch({ type: 'extended', page, cursor })
  }

  /** Whether it succeeded. A failure stands in the list until the next success. */
  async function reported(work: Promise<void>, patience: number): Promise<boolean> {
    try {
      await work
      missed = 0
      return true
    } catch (error) {
      missed += 1
      if (missed > patience) dispatch({ type: 'loadFailed', message: sentenceOf(error) })
      return false
    }
  }

  /** One at a time: asked for meanwhile, it is done once more. */
  function refreshOnce(): Promise<void> {
    askedAgain = refreshing !== null
    refreshing ??= refreshUntilCurrent().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  /** Page one anew. Never rejects. */
  const refresh = (): Promise<boolean> => reported(refreshOnce(), 0)

  /** The next older page, if there is one. Never rejects; false: there was none, or it failed. */
  async function extend(wanted = list.sessions.length): Promise<boolean> {
    if (list.next === null) return false
    extending ??= loadMore(list.next, wanted).finally(() => {
      extending = null
    })
    return reported(extending, 0)
  }

  return {
    getSnapshot: (): SessionList => list,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    extend,

    /**
     * The same, for one who asks every few seconds: a single failure is no news. `deep`: with all that is here, as far
     * as one page can hold it, since the other pages tell nothing by themselves.
     */
    look({ deep = false } = {}): Promise<boolean> {
      deepOwed ||= deep && list.sessions.length > firstPage.sessions.length
      return reported(refreshOnce(), 1)
    },

    /** Loads older pages until `count` sessions are here, or all, or a page fails. */
    async extendTo(count: number): Promise<void> {
      let more = true
      while (more && list.sessions.length < count) more = await extend(count - list.sessions.length)
    },

    /** News of a session, which may be one of another source. */
    announce(session: SessionItem): void {
      if (source === null || session.source === source) dispatch({ type: 'announced', session })
    },

    /** Deleted elsewhere. */
    drop(id: string): void {
      if (list.sessions.some((session) => session.id === id)) dispatch({ type: 'deleted', id })
    },

    async rename(id: string, newTitle: string): Promise<void> {
      dispatch({ type: 'renaming', id, title: newTitle })
      try {
        const session = await api.updateSession(id, { title: newTitle })
        dispatch({ type: 'renamed', id, title: newTitle })
        announce({ kind: 'changed', session })
      } catch (error) {
        dispatch({ type: 'renameFailed', id, title: newTitle })
        throw error
      }
    },

    /** A temporary one lasts from then on, and is named. */
    async keep(id: string): Promise<void> {
      const session = await api.updateSession(id, { temporary: false })
      dispatch({ type: 'announced', session })
      announce({ kind: 'changed', session })
    },

    async delete(id: string, answerIds: readonly string[] = []): Promise<UndoView> {
      dispatch({ type: 'hiding', id })
      try {
        const undo = await api.deleteSession(id, answerIds)
        dispatch({ type: 'deleted', id })
        announce({ kind: 'gone', sessionId: id })
        return undo
      } catch (error) {
        dispatch({ type: 'hideFailed', id })
        throw error
      }
    },

    async deleteAll(): Promise<UndoView> {
      const undo = await api.deleteAllSessions()
      dispatch({ type: 'allDeleted' })
      announce({ kind: 'allGone' })
      return undo
    },

    /** The session stays; its title may have come from what was cleared. */
    async clear(id: string, answerIds: readonly string[] = []): Promise<UndoView> {
      const undo = await api.clearSession(id, answerIds)
      await refresh()
      return undo
    },

    /** `session`: the one that a delete took, which may be older than page one. */
    async undo(purgeId: string, session: SessionItem | null): Promise<void> {
      await api.undoForget(purgeId)
      if (session !== null) dispatch({ type: 'announced', session })
      announce(session === null ? { kind: 'stale' } : { kind: 'changed', session })
      await refresh()
    },
  }
}
