import { sentenceOf } from '@/components/api/api-error'
import type { UndoView } from '@/lib/schemas/forget'
import type { SessionItem, SessionPage } from '@/lib/schemas/session'
import { listOf, reduceSessionList, type SessionList, type SessionListAction } from './session-list'

/** What the store asks of the server. */
export type SessionApi = {
  listSessions(options: { cursor?: string | null }): Promise<SessionPage>
  updateSession(id: string, patch: { title: string }): Promise<SessionItem>
  deleteSession(id: string): Promise<UndoView>
  deleteAllSessions(): Promise<UndoView>
  clearSession(id: string): Promise<UndoView>
  undoForget(purgeId: string): Promise<void>
}

/** The sidebar's list and everything that changes it. What the reader asked for shows at once; when it fails it is taken back and the call rejects. */
export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(firstPage: SessionPage, api: SessionApi) {
  let list: SessionList = listOf(firstPage)
  const listeners = new Set<() => void>()
  let refreshing: Promise<void> | null = null
  let askedAgain = false
  let extending: Promise<void> | null = null

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
      const page = await api.listSessions({})
      dispatch({ type: 'refreshed', page, revision })
      current = list.revision === revision && !askedAgain
    }
  }

  async function loadMore(cursor: string): Promise<void> {
    const page = await api.listSessions({ cursor })
    dispatch({ type: 'extended', page, cursor })
  }

  const reported = async (work: Promise<void>): Promise<void> => {
    try {
      await work
    } catch (error) {
      dispatch({ type: 'loadFailed', message: sentenceOf(error) })
    }
  }

  /** Page one anew. Never rejects: a failure stands in the list until the next success. */
  function refresh(): Promise<void> {
    askedAgain = refreshing !== null
    refreshing ??= reported(refreshUntilCurrent()).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  /** The next older page, if there is one. Never rejects. */
  function extend(): Promise<void> {
    if (list.next === null) return Promise.resolve()
    extending ??= reported(loadMore(list.next)).finally(() => {
      extending = null
    })
    return extending
  }

  return {
    getSnapshot: (): SessionList => list,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    extend,

    announce(session: SessionItem): void {
      dispatch({ type: 'announced', session })
    },

    async rename(id: string, title: string): Promise<void> {
      dispatch({ type: 'renaming', id, title })
      try {
        await api.updateSession(id, { title })
        dispatch({ type: 'renamed', id, title })
      } catch (error) {
        dispatch({ type: 'renameFailed', id, title })
        throw error
      }
    },

    async delete(id: string): Promise<UndoView> {
      dispatch({ type: 'hiding', id })
      try {
        const undo = await api.deleteSession(id)
        dispatch({ type: 'deleted', id })
        return undo
      } catch (error) {
        dispatch({ type: 'hideFailed', id })
        throw error
      }
    },

    async deleteAll(): Promise<UndoView> {
      const undo = await api.deleteAllSessions()
      dispatch({ type: 'allDeleted' })
      return undo
    },

    /** The session stays; its title may have come from what was cleared. */
    async clear(id: string): Promise<UndoView> {
      const undo = await api.clearSession(id)
      await refresh()
      return undo
    },

    /** `session`: the one that a delete took, which may be older than page one. */
    async undo(purgeId: string, session: SessionItem | null): Promise<void> {
      await api.undoForget(purgeId)
      if (session !== null) dispatch({ type: 'announced', session })
      await refresh()
    },
  }
}
