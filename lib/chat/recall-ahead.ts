import type { PathBounds } from '../ports/messages.ts'
import { type DecideDeps, type Decision, isRecalling, type PlannedTurn } from './decide-turn.ts'
import { nothingRecalled, type RecallOutcome, type RecallWords, recallPassages } from './recall-passages.ts'

/** What the memory is asked for a turn. */
export type RecallQuestion = { text: string; signal: AbortSignal }

export type RecallAhead = {
  /** What a decision is made from: what stands above a divider is not recalled. */
  expect(bounds: Pick<PathBounds, 'dividerSeq'>): void
  find(decision: Pick<Decision, 'map'>): Promise<RecallOutcome>
}

/** Begins with the question's vector, which takes longest, while a decision is made of what else is sent. */
export function recallAhead(
  { recall, ...deps }: Pick<DecideDeps, 'recall'> & RecallWords,
  { owner, session, memory }: PlannedTurn,
  { text, signal }: RecallQuestion,
): RecallAhead {
  const settings = memory.recall
  if (!recall || session === null || !isRecalling(settings))
    return { expect: () => undefined, find: async ({ map }) => nothingRecalled(map) }
  const asked = recall.ask(text, { signal })
  let fromSeq = 0
  return {
    expect({ dividerSeq }) {
      fromSeq = dividerSeq === null ? 0 : dividerSeq + 1
    },
    find: ({ map }) =>
      recallPassages(deps, {
        asked,
        scope: {
          owner,
          sessionId: session.id,
          fromSeq,
          from: settings.from === 'session' ? 'session' : 'all',
        },
        settings,
        map,
        signal,
      }),
  }
}
