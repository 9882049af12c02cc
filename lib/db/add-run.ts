import type { NewTurn } from '../ports/turn-store.ts'
import { insertRows, type Target } from './insert-rows.ts'

/** The run of a turn. It takes the session's lock. */
export async function addRun(to: Target, turn: NewTurn, sessionId: string): Promise<void> {
  const { runId, owner, answerId, processId, now } = turn
  await insertRows(to, 'Run', [
    { id: runId, owner, sessionId, messageId: answerId, lock: sessionId, processId, startedAt: now },
  ])
}
