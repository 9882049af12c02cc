import { keepRows } from './keep-rows.ts'
import { limitOf } from './limit.ts'
import { heldStart } from './marks.ts'
import type { PlanFrame } from './plan-frame.ts'
import { summaryStarts, usesSummary } from './summary-chain.ts'
import type { StoredMessage } from './types.ts'

/** Messages of the active path below `beforeSeq`, newest first: `take` of them, or all that there are. */
export type ReadPage = (beforeSeq: number, take: number) => Promise<StoredMessage[]>

/** Where to begin: below a stored answer, or with a draft that is not stored, whose seq is the next one. */
export type ReadFrom = { beforeSeq: number } | { draft: StoredMessage }

const FIRST_PAGE = 32
const SMALLEST_PAGE = 8
/** Of a first page, however short the messages are said to be. */
const LARGEST_FIRST_PAGE = 128

/**
 * The rows that `plan` needs, oldest first, the new user message last. Reads newest first, page by page, until
 * what is older cannot change the plan: what is kept and a part of a page, whatever the history's length.
 */
export async function readBack(
  readPage: ReadPage,
  frame: PlanFrame,
  from: ReadFrom,
): Promise<StoredMessage[]> {
  let rows: StoredMessage[] = 'draft' in from ? [from.draft] : []
  let beforeSeq = 'draft' in from ? from.draft.seq : from.beforeSeq
  for (;;) {
    const take = rowsNeeded(frame, rows)
    if (take === 0) return rows
    const page = await readPage(beforeSeq, take)
    rows = [...page.toReversed(), ...rows]
    const oldest = page.at(-1)
    if (!oldest || page.length < take) return rows
    beforeSeq = oldest.seq
  }
}

/**
 * How many more rows to read below these (oldest first, the new user message last): 0 when nothing older can
 * change the plan, else a guess from what these took of the room.
 */
export function rowsNeeded(frame: PlanFrame, rows: readonly StoredMessage[]): number {
  const [oldest] = rows
  // The new message, two rows an exchange, and the one behind them that shows where the window ends.
  const first = Math.min(firstPage(frame), 2 * (frame.settings.maxExchanges ?? Infinity) + 2)
  if (oldest === undefined) return first
  const whole = withoutCutExchange(rows)
  const { stop, exchanges, tokens, room, readFrom } = keepRows(frame, whole)
  if (stop !== null || oldest.seq <= Math.max(frame.firstSeq ?? oldest.seq, readFrom)) return 0
  // That a window is full is known from any message of one exchange more.
  if (whole !== rows && keepRows(frame, rows).stop === 'window') return 0
  if (rows.length < 2) return first

  const filled = Math.max(tokens / room.tokens, exchanges / room.exchanges)
  const guess = filled > 0 ? Math.ceil(rows.length * (1.1 / filled - 1)) : Infinity
  // At least a quarter more and at most thrice as many again: few pages, and few rows too many where the guess is bad.
  return Math.max(SMALLEST_PAGE, Math.ceil(rows.length / 4), Math.min(guess, 3 * rows.length))
}

function firstPage({ settings, limits, meanTokens }: PlanFrame): number {
  if (meanTokens == null) return FIRST_PAGE
  const guess = Math.ceil((1.1 * limitOf(settings, limits).total) / (meanTokens + limits.perMessage))
  return Math.min(LARGEST_FIRST_PAGE, Math.max(SMALLEST_PAGE, guess))
}

/** An exchange that was read in part may turn out to be one that takes no room. */
function withoutCutExchange(rows: readonly StoredMessage[]): readonly StoredMessage[] {
  const start = rows.findIndex(({ role }) => role === 'user')
  return start > 0 ? rows.slice(start) : rows
}

/** The seq below which a plan needs no row, whatever the rows above it are. */
export function readFloor(frame: PlanFrame): number {
  const belowDivider = (frame.dividerSeq ?? -1) + 1
  if (!usesSummary(frame)) return belowDivider
  const starts = summaryStarts(frame)
  return starts[heldStart(frame, starts)]?.fromSeq ?? belowDivider
}
