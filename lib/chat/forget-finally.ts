import type { Clock } from '../ports/clock.ts'
import type { FinalDeletion, FinalScope } from '../ports/final-deletion.ts'
import type { Ids } from '../ports/ids.ts'
import type { ForgetCounts } from '../schemas/forget.ts'
import type { SessionItem } from '../schemas/session.ts'
import type { Runs } from './runs.ts'
import type { SessionLife } from './session-life.ts'
import { titleFromMessage } from './title.ts'

/**
 * Forgetting for programs: when it resolves, what it named is unknown and its rows are gone, and nothing of it comes
 * back, whatever was being answered. There is no undo.
 */
export type ForgetFinally = {
  /** Throws `session_not_found`. */
  now(owner: string, sessionId: string, how?: FinalHow): Promise<ForgetCounts>
  nowAll(owner: string, which: { source: SessionItem['source'] }, how?: FinalHow): Promise<ForgetCounts>
}

/** `withQuotes`: the answers elsewhere that quoted it go as well. */
type FinalHow = { withQuotes: boolean }

/** A process that has not deleted the rows by then is taken for dead: a job does it. No harm comes of both doing it. */
const TAKE_OVER_MS = 60_000

export function createForgetFinally(deps: {
  finalDeletion: FinalDeletion
  life: Pick<SessionLife, 'settle'>
  runs: Pick<Runs, 'stopSession'>
  clock: Clock
  ids: Ids
  /** A job that is due was left. */
  onLeft(): void
}): ForgetFinally {
  const { finalDeletion, life, runs, clock, ids } = deps

  async function forget(
    owner: string,
    scope: FinalScope,
    { withQuotes }: FinalHow = { withQuotes: false },
  ): Promise<ForgetCounts> {
    await life.settle()
    const now = clock.now()
    const purgeId = ids.next()
    const takeOverAt = new Date(now.getTime() + TAKE_OVER_MS)
    const quotes = withQuotes ? { titleOf: titleFromMessage } : undefined
    const deletion = { purgeId, now, takeOverAt, quotes }
    const { counts, answering } = await finalDeletion.begin(owner, scope, deletion)
    // Those of other processes stop when they see that their run is no longer theirs.
    await Promise.all(answering.map(runs.stopSession))
    await finalDeletion.finish(owner, purgeId, clock.now())
    deps.onLeft()
    return counts
  }

  return {
    now: (owner, sessionId, how) => forget(owner, { sessionId }, how),
    nowAll: (owner, which, how) => forget(owner, which, how),
  }
}
