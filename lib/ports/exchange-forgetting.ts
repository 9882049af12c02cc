import type { ForgetCounts, QuoteList } from '../schemas/forget.ts'
import type { SessionItem } from '../schemas/session.ts'
import type { Undo } from './sessions.ts'

/** What is quoted: exchanges, by any of their messages, or all that was ever said in a session, or in those of a source. */
export type QuoteScope =
  | { exchangeIds: readonly string[] }
  | { sessionId: string }
  | { source: SessionItem['source'] }

/** `titleOf`: the title that a first message gives. */
export type PurgePlan = { purgeId: string; now: Date; until: Date; titleOf: (message: string) => string }

/**
 * Forgetting less than a session. What goes is hidden at once, from everyone but `Sessions.undo`, and a job purges it
 * at `until`. Unknown ids throw `message_not_found`.
 */
export type ExchangeForgetting = {
  /** What forgetting them would take, counted now. */
  countForForget(owner: string, exchangeIds: readonly string[]): Promise<ForgetCounts>
  /**
   * Whole exchanges, each named by any of its messages, with the answers that were written anew; and of others the
   * answers alone. Throws `session_busy` where one of them is being written.
   */
  forgetExchanges(
    owner: string,
    what: { exchangeIds: readonly string[]; answerIds: readonly string[] },
    purge: PurgePlan,
  ): Promise<Undo>
  /** The answers that were given with a passage of it before them, of those that can be seen and do not go with it. */
  quotedBy(owner: string, scope: QuoteScope, options: { limit: number }): Promise<QuoteList>
}
