import type { PlanFrame } from '../memory/plan-frame.ts'
import type { StoredSummary } from '../memory/stored-summary.ts'
import type { Encoding, StoredMessage } from '../memory/types.ts'
import type { Mark, MarkedExchange } from '../schemas/mark.ts'
import type { MessageView } from '../schemas/message.ts'

export type PathBounds = Pick<PlanFrame, 'firstSeq' | 'dividerSeq' | 'previous'> & {
  /** Where the path begins below the divider or the clear, whether or not a message has that seq. */
  floorSeq: number
  /** Versions that can be used on this path, newest first: the newest few dozen. */
  summaries: StoredSummary[]
  /** What the newest try to write a summary failed with, in a sentence. */
  summaryFailure: string | null
  /** False: none is pinned. True: some are, though perhaps none that is shown. */
  hasPinned: boolean
}

/** Messages with `fromSeq` ≤ seq < `beforeSeq`, their tokens counted in `encoding`. */
export type PathRange = { fromSeq: number; beforeSeq: number; encoding: Encoding }

/** At most `take` of a range. */
export type PathPage = PathRange & { take: number }

/** The active path of a session, above all that was cleared. Dividers are rows of the page, not of the tail. */
export type Messages = {
  /** For the page: the newest `limit` before `beforeSeq`, oldest first. */
  page(
    owner: string,
    sessionId: string,
    options: { beforeSeq: number | null; limit: number },
  ): Promise<{ messages: MessageView[]; earlier: boolean }>
  get(owner: string, messageId: string): Promise<MessageView & { sessionId: string; parentId: string | null }>
  /** For the planner: the newest of a range, newest first. */
  readBack(owner: string, sessionId: string, page: PathPage): Promise<StoredMessage[]>
  /** The other way round: the oldest of a range, oldest first. */
  readOn(owner: string, sessionId: string, page: PathPage): Promise<StoredMessage[]>
  /** Where the path starts and is cut, what was decided last on it, and its summaries. One indexed look-up each. */
  bounds(owner: string, sessionId: string, encoding: Encoding): Promise<PathBounds>
  /** All messages of the pinned exchanges in a range, oldest first. */
  pinned(owner: string, sessionId: string, range: PathRange): Promise<StoredMessage[]>
  /**
   * Marks the whole exchange of a message on the path; null takes a mark away. A summary that tells what is now
   * excluded, or does not tell what no longer is, cannot be used until the marks are as before; a new one is asked for.
   */
  mark(
    owner: string,
    sessionId: string,
    messageId: string,
    change: { mark: Mark; now: Date },
  ): Promise<MarkedExchange>
  /** "Start afresh here": a divider at the end of the path. Throws `session_busy` while an answer is written. */
  addDivider(owner: string, sessionId: string, divider: { id: string; now: Date }): Promise<MessageView>
  removeDivider(owner: string, sessionId: string, dividerId: string): Promise<void>
}
