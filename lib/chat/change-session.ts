import type { Clock } from '../ports/clock.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { SessionPatch, SessionView } from '../schemas/session.ts'
import type { Remembering } from './remembering.ts'
import { titleFromMessage } from './title.ts'

/** Changes what is chosen for one session. A temporary one that is kept is named at once. */
export type ChangeSession = (owner: string, sessionId: string, patch: SessionPatch) => Promise<SessionView>

export function createChangeSession(deps: {
  sessions: Pick<Sessions, 'update' | 'keep'>
  clock: Clock
  /** null: this installation indexes nothing. */
  remembering: Pick<Remembering, 'changeSession' | 'kept'> | null
  /** A title may have been asked for. */
  onKeep: () => void
}): ChangeSession {
  const { sessions, clock, remembering, onKeep } = deps

  function choose(owner: string, sessionId: string, choices: Omit<SessionPatch, 'temporary'>) {
    const update = () => sessions.update(owner, sessionId, choices)
    return remembering && choices.memory !== undefined
      ? remembering.changeSession(owner, sessionId, update)
      : update()
  }

  return async (owner, sessionId, { temporary, ...choices }) => {
    if (temporary === undefined) return choose(owner, sessionId, choices)
    const kept = await sessions.keep(owner, sessionId, { titleOf: titleFromMessage, now: clock.now() })
    onKeep()
    await remembering?.kept(owner)
    return Object.keys(choices).length === 0 ? kept : choose(owner, sessionId, choices)
  }
}
