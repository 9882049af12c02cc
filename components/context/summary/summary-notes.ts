import type { ContextMapView } from '@/lib/schemas/context-map'
import type { SummaryList } from '@/lib/schemas/summary'
import { isWithin, type SeqRange } from '../seq-range'

export type SummaryNote = { tone: 'plain' | 'warn'; text: string }

type Noted = {
  map: ContextMapView
  /** null until it is read. */
  list: SummaryList | null
  tense: 'next' | 'past'
}

/** What there is to say of the summary of a turn beside its words. */
export function summaryNotes({ map, list, tense }: Noted): SummaryNote[] {
  const isNext = tense === 'next'
  const notes: SummaryNote[] = []
  if (!map.settings.useSummary) {
    const text = isNext
      ? 'Summaries are off: what no longer fits is left out.'
      : 'Summaries were off: what did not fit was left out.'
    return [{ tone: 'plain', text }]
  }
  const waiting = isNext && list ? ofNewest(map, list) : null
  if (waiting) notes.push({ tone: 'plain', text: waiting })
  if (map.owed) notes.push({ tone: 'warn', text: owedInWords(map, map.owed, tense) })
  // What the list says of it is newer than the plan.
  const failure = isNext && list ? list.failure : map.summaryFailure
  if (failure) {
    const again = isNext && list?.writing ? ' It is tried again.' : ''
    notes.push({
      tone: 'warn',
      text: `The last try to write one ${isNext ? '' : 'had '}failed: ${failure}${again}`,
    })
  }
  if (notes.length === 0 && !map.summary && (!isNext || (list?.versions.length === 0 && !list.writing))) {
    const text = isNext
      ? 'There is none yet. One is written before the oldest messages no longer fit.'
      : 'None was sent.'
    notes.push({ tone: 'plain', text })
  }
  return notes
}

/** Why the newest version is not the one that is sent; null: it is, or there is none. */
function ofNewest(map: ContextMapView, { versions }: SummaryList): string | null {
  const newer = versions.filter(({ version }) => version > (map.summary?.version ?? 0))
  const [newest] = newer
  if (!newest) return null
  const usable = newer.find((version) => version.usable)
  return usable
    ? `v${usable.version} is written; it takes effect when the beginning of what is sent moves next.`
    : `v${newest.version} is not used now: something that it tells was marked otherwise since, or belongs to another branch.`
}

function owedInWords({ segments }: ContextMapView, owed: SeqRange, tense: 'next' | 'past'): string {
  const count = segments.filter((each) => each.kind === 'message' && isWithin(owed, each.seq)).length
  const one = count === 1
  const messages = one ? 'One message' : `${count.toLocaleString('en')} messages`
  if (tense === 'past') {
    return one
      ? `${messages} was over the limit and was sent as it was: no summary told it yet.`
      : `${messages} were over the limit and were sent as they were: no summary told them yet.`
  }
  return one
    ? `${messages} is over the limit and is sent as it is until a summary tells it.`
    : `${messages} are over the limit and are sent as they are until a summary tells them.`
}
