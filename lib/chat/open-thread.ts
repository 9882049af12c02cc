import type { Messages } from '../ports/messages.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { ThreadView } from '../schemas/thread.ts'
import type { Reaper } from './reaper.ts'
import type { SessionLife } from './session-life.ts'

/** How many messages a page opens with; earlier ones are asked for. */
const FIRST_PAGE = 60

/** A session as its page opens it. A dead run that it meets is ended first, so that its answer shows as it is. */
export async function openThread(
  deps: {
    sessions: Pick<Sessions, 'get'>
    messages: Pick<Messages, 'page'>
    reaper: Pick<Reaper, 'livingRun'>
    life: Pick<SessionLife, 'settle'>
  },
  owner: string,
  sessionId: string,
): Promise<ThreadView> {
  await deps.life.settle()
  const runId = await deps.reaper.livingRun(owner, sessionId)
  // The run is read before the messages: an answer that ends in between shows as ended, and it is
  // followed for the moment that it takes to learn the same.
  const [session, page] = await Promise.all([
    deps.sessions.get(owner, sessionId),
    deps.messages.page(owner, sessionId, { beforeSeq: null, limit: FIRST_PAGE }),
  ])
  return { session, ...page, runId }
}
