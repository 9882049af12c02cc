import type { Clock } from '../ports/clock.ts'
import type { ExchangeForgetting } from '../ports/exchange-forgetting.ts'
import type { Ids } from '../ports/ids.ts'
import type { Sessions, Undo } from '../ports/sessions.ts'
import type { ForgetRequest } from '../schemas/forget.ts'
import type { Runs } from './runs.ts'
import { titleFromMessage } from './title.ts'

/**
 * Forgetting on the page: hidden at once, purged after the undo time, and never answered meanwhile. `answerIds`: answers
 * elsewhere that quoted it and go as well.
 */
export type Forget = {
  /** null: every session of the owner. */
  deleteSessions(owner: string, sessionId: string | null, answerIds?: readonly string[]): Promise<Undo>
  clear(owner: string, sessionId: string, answerIds?: readonly string[]): Promise<Undo>
  /**
   * Throws `session_busy` where one of these is being written. Answers below them go on: what they were sent cannot be
   * taken from them any more.
   */
  exchanges(owner: string, request: ForgetRequest): Promise<Undo>
}

export function createForget(deps: {
  sessions: Pick<Sessions, 'get' | 'delete' | 'clear'>
  exchangeForgetting: Pick<ExchangeForgetting, 'forgetExchanges'>
  runs: Pick<Runs, 'stopSession'>
  clock: Clock
  ids: Ids
  undoMs: number
  /** What is left may have to be told anew, and named. */
  onForget(): void
}): Forget {
  const { sessions, exchangeForgetting, runs, clock, ids, onForget } = deps
  const titleOf = titleFromMessage

  const purge = () => {
    const now = clock.now()
    return { purgeId: ids.next(), now, until: new Date(now.getTime() + deps.undoMs) }
  }

  return {
    async deleteSessions(owner, sessionId, answerIds = []) {
      if (sessionId !== null) await sessions.get(owner, sessionId)
      await runs.stopSession(sessionId)
      const undo = await sessions.delete(owner, sessionId, purge(), { answerIds, titleOf })
      onForget()
      return undo
    },
    async clear(owner, sessionId, answerIds = []) {
      await sessions.get(owner, sessionId)
      await runs.stopSession(sessionId)
      const undo = await sessions.clear(owner, sessionId, purge(), { answerIds, titleOf })
      onForget()
      return undo
    },
    async exchanges(owner, request) {
      const undo = await exchangeForgetting.forgetExchanges(owner, request, { ...purge(), titleOf })
      onForget()
      return undo
    },
  }
}
