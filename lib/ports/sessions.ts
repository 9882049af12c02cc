import type { ForgetCounts } from '../schemas/forget.ts'
import type { SessionItem, SessionPage, SessionPatch, SessionView } from '../schemas/session.ts'
import type { Lifespan } from './session-life.ts'

/** null: the settings rule. */
export type SessionChoices = Pick<SessionView, 'model' | 'instructions' | 'memory'> & {
  /** False: no message is pinned. True: some are, though perhaps none that is shown. */
  hasPinned: boolean
}

/** `titleOf`: the title that a first message gives. */
export type SessionKeeping = { titleOf: (message: string) => string; now: Date }

/** Answers elsewhere that go with what they quoted. `titleOf`: the title that a first message gives. */
export type ForgetAlong = { answerIds: readonly string[]; titleOf: (message: string) => string }

export type Undo = { purgeId: string; until: Date; counts: ForgetCounts }

/**
 * Sessions of one owner. Deleted ones are invisible everywhere but to `undo`. Unknown ids throw `session_not_found`.
 */
export type Sessions = {
  /**
   * By last activity, newest first. `cursor` is the `next` of the page before. `title`: those alone whose title holds
   * it, whatever its case, marks and width; every character stands for itself. `source`: those alone that come from
   * there.
   */
  list(
    owner: string,
    options: {
      cursor: string | null
      limit: number
      title?: string | null
      source?: SessionItem['source'] | null
    },
  ): Promise<SessionPage>
  get(owner: string, sessionId: string): Promise<SessionView>
  /** What was chosen for the session alone, and whether it may have ended, without what else `get` looks up. */
  choices(owner: string, sessionId: string): Promise<SessionChoices & Lifespan>
  /** A title given here counts as the user's. */
  update(owner: string, sessionId: string, patch: Omit<SessionPatch, 'temporary'>): Promise<SessionView>
  /** A temporary session ends no more of itself, and is named as any other from then on. */
  keep(owner: string, sessionId: string, keeping: SessionKeeping): Promise<SessionView>
  /** Everything up to `seq` has been seen. */
  markRead(owner: string, sessionId: string, seq: number): Promise<void>
  /** What deleting would take, counted now; null: all sessions of the owner. */
  countForDelete(owner: string, sessionId: string | null): Promise<ForgetCounts>
  /** Hides at once, and leaves a job that purges at `until`; null: all sessions of the owner. */
  delete(
    owner: string,
    sessionId: string | null,
    undo: { purgeId: string; now: Date; until: Date },
    along?: ForgetAlong,
  ): Promise<Undo>
  countForClear(owner: string, sessionId: string): Promise<ForgetCounts>
  /** Hides the session's messages at once and takes back a title made from them; the session stays. */
  clear(
    owner: string,
    sessionId: string,
    undo: { purgeId: string; now: Date; until: Date },
    along?: ForgetAlong,
  ): Promise<Undo>
  /** Takes a delete, clear or forgetting back. Throws `undo_expired` once its purge has begun. */
  undo(owner: string, purgeId: string): Promise<void>
}
