import { exchangesIn, type LeftOutReason, tieResults } from '../memory/index.ts'
import type { HistoryRow } from '../ports/interface-sessions.ts'

/** Messages to read for a live history: an exchange has two, of which one may be blank. */
export const liveHistoryRows = (maxMessages: number): number => 2 * maxMessages

/**
 * Of the newest messages of a path, oldest first, those that belong to the live history: the newest whole exchanges,
 * with the system message at most `maxMessages` messages. Blank ones, and calls of tools without all of their
 * results, are left out, and take no place.
 */
export function liveHistory<Row extends HistoryRow>(newest: readonly Row[], maxMessages: number): Row[] {
  let kept: Row[] = []
  for (const exchange of exchangesIn(newest)) {
    // What stands before the first question is the end of an exchange that was read in part.
    if (exchange[0]?.role !== 'user') break
    const reasons = exchange.map((): LeftOutReason | null => null)
    tieResults(exchange, reasons)
    const said = exchange.filter(({ isBlank }, place) => !isBlank && reasons[place] === null)
    if (1 + said.length + kept.length > maxMessages) break
    kept = [...said, ...kept]
  }
  return kept
}
