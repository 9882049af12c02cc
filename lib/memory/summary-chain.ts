import { modelRoom } from './limit.ts'
import type { PlanFrame } from './plan-frame.ts'
import type { StoredSummary, Summaries } from './stored-summary.ts'
import type { ModelLimits } from './types.ts'

/** A summary, or none, as what the kept part of the history may begin behind. */
export type Start = {
  summary: StoredSummary | null
  /** Of the oldest message that it leaves to be sent as it is. */
  fromSeq: number
  /** What it takes of the room, in tokens, with the words that it is sent in. */
  tokens: number
}

/** Of all that the model can hold. One that takes more, as after a change of the model, would leave a turn no room. */
const LARGEST_SHARE = 0.5

/** Joining two texts may cost a token or two more than each alone. */
const SEAM_TOKENS = 2

/** What a summary takes as it is sent, the words around it included. */
export const summaryTokens = (
  { tokens }: Pick<StoredSummary, 'tokens'>,
  wrapper: Pick<Summaries['wrapper'], 'tokens'>,
  { perMessage }: ModelLimits,
): number => wrapper.tokens + tokens + perMessage + SEAM_TOKENS

/** Whether a model can be sent a summary of so many tokens and something beside it. */
export const isBearable = (tokens: number, limits: ModelLimits): boolean =>
  tokens <= LARGEST_SHARE * modelRoom(limits)

/** Whether what is trimmed reaches the model by a summary. Without any memory there is nothing to sum up for. */
export const usesSummary = ({ settings, summaries }: PlanFrame): boolean =>
  summaries !== null && settings.useSummary && settings.maxExchanges !== 0

/**
 * What the kept part can begin behind, from nothing told to most. Going back to a shorter version puts the longer ones
 * before it aside; what the user had told in a summary is not sent as it is again. One that the model cannot hold is
 * passed over.
 */
export function summaryStarts({ summaries, dividerSeq, limits }: PlanFrame): Start[] {
  if (summaries === null) return []
  const starts: Start[] = []
  let least = Infinity
  for (const summary of summaries.versions) {
    const tokens = summaryTokens(summary, summaries.wrapper, limits)
    if (summary.toSeq >= least || !isBearable(tokens, limits)) continue
    least = summary.toSeq
    starts.push({ summary, fromSeq: summary.toSeq + 1, tokens })
    if (summary.asked) return starts.reverse()
  }
  starts.push({ summary: null, fromSeq: (dividerSeq ?? -1) + 1, tokens: 0 })
  return starts.reverse()
}
