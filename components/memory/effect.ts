import { owedIn } from '@/components/context/owed-in'
import type { SeqRange } from '@/components/context/seq-range'
import { summaryIn } from '@/components/context/summary-in'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { type Count, type Loaded, messagesIn } from './message-count'

/** What settings make of the next turn, counted in the conversation as it is loaded. */
export type Effect = {
  map: ContextMapView
  /** For want of room by the settings; what was excluded or cut off by hand is left out by any. */
  leftOut: Count
  /** That a summary stands for. */
  summarised: Count
  /** That are sent as they are only until a summary tells them. */
  owed: Count & { tokens: number }
}

export function effectOf(map: ContextMapView, loaded: Loaded): Effect {
  return {
    map,
    leftOut: messagesIn(
      map.leftOut.filter(({ reason }) => reason === 'window' || reason === 'budget'),
      loaded,
    ),
    summarised: messagesIn(toldBySummary(map), loaded),
    owed: owedCount(map, new Set(loaded.messages.filter(({ pinned }) => pinned).map(({ id }) => id))),
  }
}

/** The range of the summary, less what is left out of it and what is sent as it is. */
function toldBySummary(map: ContextMapView): SeqRange[] {
  const summary = summaryIn(map)
  if (!summary) return []
  const sent = map.segments.flatMap((each) =>
    each.kind === 'message' ? [{ fromSeq: each.seq, toSeq: each.seq }] : [],
  )
  const told: SeqRange[] = []
  let { fromSeq } = summary
  for (const gap of [...map.leftOut, ...sent].sort((a, b) => a.fromSeq - b.fromSeq)) {
    if (gap.toSeq < fromSeq || gap.fromSeq > summary.toSeq) continue
    told.push({ fromSeq, toSeq: gap.fromSeq - 1 })
    fromSeq = gap.toSeq + 1
  }
  return [...told, { fromSeq, toSeq: summary.toSeq }]
}

function owedCount(map: ContextMapView, pinned: ReadonlySet<string>): Effect['owed'] {
  const owed = owedIn(map, pinned)
  return { count: owed.length, exact: true, tokens: owed.reduce((sum, { tokens }) => sum + tokens, 0) }
}
