import type { ChatModels } from '../ports/chat-models.ts'
import type { Clock } from '../ports/clock.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { SessionPatch, SessionView } from '../schemas/session.ts'
import { titleFromMessage } from './title.ts'

/** What is chosen for one session. A model has to be there; a temporary session that is kept is named at once. */
export type UpdateSession = (owner: string, sessionId: string, patch: SessionPatch) => Promise<SessionView>

export function createUpdateSession(deps: {
  sessions: Pick<Sessions, 'update' | 'keep'>
  models: Pick<ChatModels, 'resolve'>
  clock: Clock
  /** A title may have been asked for. */
  onKeep: () => void
}): UpdateSession {
  const { sessions, models, clock, onKeep } = deps
  return async (owner, sessionId, { temporary, ...choices }) => {
    if (choices.model) await models.resolve(choices.model)
    if (temporary === undefined) return sessions.update(owner, sessionId, choices)
    const kept = await sessions.keep(owner, sessionId, { titleOf: titleFromMessage, now: clock.now() })
    onKeep()
    return Object.keys(choices).length === 0 ? kept : sessions.update(owner, sessionId, choices)
  }
}
