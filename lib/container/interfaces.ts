import { ask, codeAssist } from '../chat/ask.ts'
import { askStream, resumeAskStream } from '../chat/ask-stream.ts'
import { createForgetFinally } from '../chat/forget-finally.ts'
import { listInterfaceSessions } from '../chat/list-interface-sessions.ts'
import { sessionHistory } from '../chat/session-history.ts'
import type { Env } from '../env.ts'
import type { AskRequest, RunPosition } from '../schemas/ask.ts'
import type { ClearHistoryRequest } from '../schemas/clear-history.ts'
import type { HistoryRequest } from '../schemas/history.ts'
import type { ListSessionsQuery } from '../schemas/interface-sessions.ts'
import type { Engine } from './engine.ts'
import type { Foundation } from './foundation.ts'

/** What the routes of the interfaces call. `key`: the client's own id of a request. */
export function createInterfaces(foundation: Foundation, engine: Engine, owner: string, env: Env) {
  const { turns, runs, life, jobRunner } = engine
  const forget = createForgetFinally({ ...foundation, life, runs, onLeft: jobRunner.wake })
  const deps = {
    ...foundation,
    turns,
    runs,
    store: foundation.turnStore,
    maxHistoryLength: env.MAX_HISTORY_LENGTH,
  }

  /** A turn sees for itself whether its session has ended. */
  async function afterEnds<T>(work: () => Promise<T>): Promise<T> {
    await life.settle()
    return work()
  }

  return {
    ask: (request: AskRequest, key: string | null) => ask(deps, { owner, request, key }),

    codeAssist: (request: AskRequest, key: string | null) => codeAssist(deps, { owner, request, key }),

    /** From a position on, no new turn begins. */
    askStream(
      request: AskRequest,
      { key, position, left }: { key: string | null; position: RunPosition | null; left: AbortSignal },
    ) {
      const asked = { owner, request, key, left }
      return position === null
        ? askStream(deps, asked)
        : afterEnds(() => resumeAskStream(deps, asked, position))
    },

    getHistory: (request: HistoryRequest) => afterEnds(() => sessionHistory(deps, owner, request)),

    /** Of one session, or of all that were made through the interfaces. */
    clearHistory: ({ session_id }: ClearHistoryRequest) =>
      session_id === undefined
        ? forget.nowAll(owner, { source: 'interface' })
        : forget.now(owner, session_id),

    listSessions: (query: ListSessionsQuery) => afterEnds(() => listInterfaceSessions(deps, owner, query)),
  }
}
