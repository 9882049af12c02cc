import type { PlanFrame } from '../memory/plan-frame.ts'
import type { Encoding, StoredMessage } from '../memory/types.ts'
import type { Mark, MarkedExchange } from '../schemas/mark.ts'
import type { MessageView } from '../schemas/message.ts'

export type PathBounds = Pick<PlanFrame, 'firstSeq' | 'dividerSeq' | 'previous'> & {
  /** False: none is pinned. True: some are, though perhaps none that is shown. */
  hasPinned: boolean
}

/** The active path of a session, above all that was cleared. Dividers are rows of the page, not of the tail. */
export type Messages = {
  /** For the page: the newest `limit` before `beforeSeq`, oldest first. */
  page(
    owner: string,
    sessionId: string,
    options: { beforeSeq: number | null; limit: number },
  ): Promise<{ messages: MessageView[]; earlier: boolean }>
  get(owner: string, messageId: string): Promise<MessageView & { sessionId: string; parentId: string | null }>
  /** For the planner: at most `take` messages with `fromSeq` ≤ seq < `beforeSeq`, newest first. */
  readBack(
    owner: string,
    sessionId: string,
    options: { fromSeq: number; beforeSeq: number; take: number; encoding: Encoding },
  ): Promise<StoredMessage[]>
  /** Where the path starts and is cut, and what was decided last on it. One indexed look-up each. */
  bounds(owner: string, sessionId: string): Promise<PathBounds>
  /** All messages of the pinned exchanges with `fromSeq` ≤ seq < `beforeSeq`, oldest first. */
  pinned(
    owner: string,
    sessionId: string,
    options: { fromSeq: number; beforeSeq: number; encoding: Encoding },
  ): Promise<StoredMessage[]>
  /** Marks the whole exchange of a message on the path; null takes a mark away. */
  mark(owner: string, sessionId: string, messageId: string, mark: Mark): Promise<MarkedExchange>
  /** "Start afresh here": a divider at the end of the path. Throws `session_busy` while an answer is written. */
  addDivider(owner: string, sessionId: string, divider: { id: string; now: Date }): Promise<MessageView>
  removeDivider(owner: string, sessionId: string, dividerId: string): Promise<void>
}
