import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Sessions, Undo } from '../ports/sessions.ts'
import type { Runs } from './runs.ts'

/** Forgetting on the page: hidden at once, purged after the undo time, and never answered meanwhile. */
export type Forget = {
  /** null: every session of the owner. */
  deleteSessions(owner: string, sessionId: string | null): Promise<Undo>
  clear(owner: string, sessionId: string): Promise<Undo>
}

export function createForget(deps: {
  sessions: Pick<Sessions, 'get' | 'delete' | 'clear'>
  runs: Pick<Runs, 'stopSession'>
  clock: Clock
  ids: Ids
  undoMs: number
}): Forget {
  const { sessions, runs, clock, ids } = deps

  const undo = () => {
    const now = clock.now()
    return { purgeId: ids.next(), now, until: new Date(now.getTime() + deps.undoMs) }
  }

  return {
    async deleteSessions(owner, sessionId) {
      if (sessionId !== null) await sessions.get(owner, sessionId)
      await runs.stopSession(sessionId)
      return sessions.delete(owner, sessionId, undo())
    },
    async clear(owner, sessionId) {
      await sessions.get(owner, sessionId)
      await runs.stopSession(sessionId)
      return sessions.clear(owner, sessionId, undo())
    },
  }
}
