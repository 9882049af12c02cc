import { ask, codeAssist } from '../chat/ask.ts'
import { askStream, resumeAskStream } from '../chat/ask-stream.ts'
import type { Asked } from '../chat/begin-ask.ts'
import { listInterfaceSessions } from '../chat/list-interface-sessions.ts'
import { sessionHistory } from '../chat/session-history.ts'
import type { Env } from '../env.ts'
import type { AskRequest, RunPosition } from '../schemas/ask.ts'
import type { HistoryRequest } from '../schemas/history.ts'
import type { ListSessionsQuery } from '../schemas/interface-sessions.ts'
import type { Engine } from './engine.ts'
import type { Foundation } from './foundation.ts'

/** What a request says beside its body. */
type Caller = Pick<Asked, 'key' | 'fresh'>

/** What the routes of the interfaces call. */
export function createInterfaces(foundation: Foundation, engine: Engine, owner: string, env: Env) {
  const { turns, runs, replyCache } = engine
  const deps = {
    ...foundation,
    turns,
    runs,
    replyCache,
    store: foundation.turnStore,
    maxHistoryLength: env.MAX_HISTORY_LENGTH,
  }

  return {
    ask: (request: AskRequest, by: Caller) => ask(deps, { owner, endpoint: 'ask', request, ...by }),

    codeAssist: (request: AskRequest, by: Caller) =>
      codeAssist(deps, { owner, endpoint: 'code_assist', request, ...by }),

    /** From a position on, no new turn begins. */
    askStream(
      request: AskRequest,
      { position, ...by }: Caller & { position: RunPosition | null; left: AbortSignal },
    ) {
      const asked: Asked = { owner, endpoint: 'ask_stream', request, ...by }
      return position === null ? askStream(deps, asked) : resumeAskStream(deps, asked, position)
    },

    getHistory: (request: HistoryRequest) => sessionHistory(deps, owner, request),

    listSessions: (query: ListSessionsQuery) => listInterfaceSessions(deps, owner, query),
  }
}
