import { ask, codeAssist } from '../chat/ask.ts'
import { askStream, resumeAskStream } from '../chat/ask-stream.ts'
import { listInterfaceSessions } from '../chat/list-interface-sessions.ts'
import { sessionHistory } from '../chat/session-history.ts'
import type { Env } from '../env.ts'
import type { AskRequest, RunPosition } from '../schemas/ask.ts'
import type { HistoryRequest } from '../schemas/history.ts'
import type { ListSessionsQuery } from '../schemas/interface-sessions.ts'
import type { Engine } from './engine.ts'
import type { Foundation } from './foundation.ts'

/** What the routes of the interfaces call. `key`: the client's own id of a request. */
export function createInterfaces(foundation: Foundation, engine: Engine, owner: string, env: Env) {
  const { turns, runs } = engine
  const deps = {
    ...foundation,
    turns,
    runs,
    store: foundation.turnStore,
    maxHistoryLength: env.MAX_HISTORY_LENGTH,
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
      return position === null ? askStream(deps, asked) : resumeAskStream(deps, asked, position)
    },

    getHistory: (request: HistoryRequest) => sessionHistory(deps, owner, request),

    listSessions: (query: ListSessionsQuery) => listInterfaceSessions(deps, owner, query),
  }
}
