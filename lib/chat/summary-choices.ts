import { isTold, quoteLines } from '../memory/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Messages } from '../ports/messages.ts'
import type { Summaries } from '../ports/summaries.ts'
import type { SummaryList, SummaryView } from '../schemas/summary.ts'
import { exchangesOn, type Stretch } from './exchanges-on.ts'
import { type FoldTaskDeps, foldTask } from './fold-task.ts'
import { nothingToSummarise } from './nothing-to-summarise.ts'

/** Of the versions of a session's summary, the newest. */
const LISTED = 50

type Deps = FoldTaskDeps & {
  messages: Pick<Messages, 'readOn'>
  summaries: Pick<Summaries, 'list' | 'ask' | 'putInForce' | 'edit' | 'restore'>
  clock: Clock
  ids: Ids
  /** A summary was asked for. */
  onAsk(): void
}

/** What a conversation's owner decides about its summary. Throws `session_not_found`. */
export type SummaryChoices = {
  list(owner: string, sessionId: string): Promise<SummaryList>
  /**
   * Asks for a summary of all but the newest exchange, in use from the next turn on, or for the newest one to be written from its messages again.
   * Throws `nothing_to_summarise` where there is none and nothing that it could tell, `unknown_model`.
   */
  ask(owner: string, sessionId: string, asked: 'now' | 'rewrite'): Promise<void>
  /** Throws `summary_not_found`, `summary_changed`. */
  edit(owner: string, sessionId: string, edit: { version: number; text: string }): Promise<SummaryView>
  /** Throws `summary_not_found`. */
  restore(owner: string, sessionId: string, summaryId: string): Promise<SummaryView>
}

export function createSummaryChoices(deps: Deps): SummaryChoices {
  const { messages, summaries, tokens, clock, ids, onAsk } = deps

  async function tellsAny(stretch: Stretch): Promise<boolean> {
    for await (const exchange of exchangesOn(messages, stretch)) if (isTold(exchange)) return true
    return false
  }

  return {
    list: (owner, sessionId) => summaries.list(owner, sessionId, { limit: LISTED }),

    async ask(owner, sessionId, asked) {
      const payload = { sessionId, asked }
      const task = await foldTask(deps, owner, payload)
      if (task === null || !(await tellsAny(task.stretch))) {
        // All of it is told, perhaps by a version that was not in use yet.
        if (asked === 'now' && (await summaries.putInForce(owner, sessionId))) return
        throw nothingToSummarise()
      }
      await summaries.ask(owner, payload, clock.now())
      onAsk()
    },

    edit: async (owner, sessionId, { version, text }) =>
      summaries.edit(owner, sessionId, {
        ...{ id: ids.next(), version, text, now: clock.now() },
        tokens: await tokens.count(quoteLines(text)),
      }),

    restore: (owner, sessionId, summaryId) =>
      summaries.restore(owner, sessionId, { id: ids.next(), summaryId, now: clock.now() }),
  }
}
