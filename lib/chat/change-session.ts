import type { Clock } from '../ports/clock.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { SessionPatch, SessionView } from '../schemas/session.ts'
import { titleFromMessage } from './title.ts'

/** Changes what is chosen for one session. A temporary one that is kept is named at once. */
export type ChangeSession = (owner: string, sessionId: string, patch: SessionPatch) => Promise<SessionView>

export function createChangeSession(deps: {
  sessions: Pick<Sessions, 'update' | 'keep'>
  clock: Clock
  /** A title may have been asked for. */
  onKeep: () => void
}): ChangeSession {
  const { sessions, clock, onKeep } = deps
  return async (owner, sessionId, { temporary, ...choices }) => {
    if (temporary === undefined) return sessions.update(owner, sessionId, choices)
    const kept = await sessions.keep(owner, sessionId, { titleOf: titleFromMessage, now: clock.now() })
    onKeep()
    return Object.keys(choices).length === 0 ? kept : sessions.update(owner, sessionId, choices)
  }
}
