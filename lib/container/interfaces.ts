import { ask, codeAssist } from '../chat/ask.ts'
import { askStream, resumeAskStream } from '../chat/ask-stream.ts'
import type { Asked } from '../chat/begin-ask.ts'
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

/** What a request says beside its body. */
type BesideBody = Pick<Asked, 'owner' | 'key' | 'fresh' | 'who'>

/** What the routes of the interfaces call. */
export function createInterfaces(foundation: Foundation, engine: Engine, env: Env) {
  const { turns, runs, replyCache, life, jobRunner } = engine
  const forget = createForgetFinally({ ...foundation, life, runs, onLeft: jobRunner.wake })
  const deps = {
    ...foundation,
    turns,
    runs,
    replyCache,
    store: foundation.turnStore,
    maxHistoryLength: env.MAX_HISTORY_LENGTH,
  }

  /** A turn sees for itself whether its session has ended. */
  async function afterEnds<T>(work: () => Promise<T>): Promise<T> {
    await life.settle()
    return work()
  }

  return {
    ask: (request: AskRequest, by: BesideBody) => ask(deps, { endpoint: 'ask', request, ...by }),

    codeAssist: (request: AskRequest, by: BesideBody) =>
      codeAssist(deps, { endpoint: 'code_assist', request, ...by }),

    /** From a position on, no new turn begins. */
    askStream(
      request: AskRequest,
      { position, ...by }: BesideBody & { position: RunPosition | null; left: AbortSignal },
    ) {
      const asked: Asked = { endpoint: 'ask_stream', request, ...by }
      return position === null
        ? askStream(deps, asked)
        : afterEnds(() => resumeAskStream(deps, asked, position))
    },

    getHistory: (owner: string, request: HistoryRequest) =>
      afterEnds(() => sessionHistory(deps, owner, request)),

    /** Of one session, or of all that were made through the interfaces. */
    clearHistory: (owner: string, { session_id, with_quotes = false }: ClearHistoryRequest) =>
      session_id === undefined
        ? forget.nowAll(owner, { source: 'interface' }, { withQuotes: with_quotes })
        : forget.now(owner, session_id, { withQuotes: with_quotes }),

    listSessions: (owner: string, query: ListSessionsQuery) =>
      afterEnds(() => listInterfaceSessions(deps, owner, query)),
  }
}
