import type { Messages } from '../ports/messages.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { BegunTurn } from '../ports/turn-store.ts'
import { START } from '../schemas/run-event.ts'
import type { Runs } from './runs.ts'
import { type StartedTurn, startedTurn } from './started-turn.ts'

type Deps = {
  sessions: Pick<Sessions, 'get'>
  messages: Pick<Messages, 'get'>
  runs: Pick<Runs, 'follow'>
}

/** The message was sent before: its reader gets that run from the start. */
export async function joinTurn(
  { sessions, messages, runs }: Deps,
  owner: string,
  { runId, sessionId, answerId }: Extract<BegunTurn, { kind: 'joined' }>,
  left: AbortSignal | undefined,
): Promise<StartedTurn> {
  const [session, stored] = await Promise.all([sessions.get(owner, sessionId), messages.get(owner, answerId)])
  const userMessage = stored.parentId === null ? null : await messages.get(owner, stored.parentId)
  const events = await runs.follow(owner, runId, START, left)
  const answer = { ...stored, parts: [] }
  return startedTurn({ type: 'start', runId, session, userMessage, answer }, events, { joined: true })
}
