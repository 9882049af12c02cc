/** Why what a model wrote is no summary. `cut`: it was ended by the length that its output may have. */
export type SummaryRefusal = 'empty' | 'cut' | 'short' | 'long'

export const SUMMARY_REFUSALS: Record<SummaryRefusal, string> = {
  empty: 'The model wrote an empty summary.',
  cut: 'The model’s summary was cut off at the length of its output.',
  short: 'The model’s summary was too short to tell what it is of.',
  long: 'The model’s summary was longer than what it is of.',
}

/** No summary of this many tokens is absurd, however long its sources: one sentence tells a long log of one error. */
const ENOUGH = 8
/** Of its sources; less of them is a phrase and no summary. */
const LEAST_SHARE = 0.01

/**
 * Of a text without white space around it. `sources`: tokens of the summary before it and of the messages that it
 * tells.
 */
export function summaryRefusal(
  text: string,
  size: { tokens: number; sources: number },
): SummaryRefusal | null {
  const { tokens, sources } = size
  if (text.trim() === '') return 'empty'
  if (tokens < Math.min(ENOUGH, LEAST_SHARE * sources)) return 'short'
  return tokens > sources ? 'long' : null
}
