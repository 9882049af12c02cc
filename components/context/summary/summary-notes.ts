import type { ContextMapView } from '@/lib/schemas/context-map'
import type { SummaryList, SummaryView } from '@/lib/schemas/summary'
import { owedIn } from '../owed-in'

/** Why summaries that are switched on come to nothing. */
export const NO_SUMMARY_WITHOUT_MEMORY = 'With 0 exchanges nothing is remembered, so no summary is used.'

const WAY_BACK = 'To send the messages themselves again, switch summaries off for this conversation.'

/** Why a version that is not `usable` is not sent. */
export const NOT_USABLE =
  'not used now: an exchange of its range is marked otherwise than when it was written, or it belongs to another branch'

export type SummaryNote = { tone: 'plain' | 'warn'; text: string }

type Noted = {
  map: ContextMapView
  /** null until it is read. */
  list: SummaryList | null
  tense: 'next' | 'past'
  /** The ids of messages that are pinned, where that is known. */
  pinned?: ReadonlySet<string>
}

/** What there is to say of the summary of a turn beside its words. */
export function summaryNotes({ map, list, tense, pinned }: Noted): SummaryNote[] {
  const isNext = tense === 'next'
  const notes: SummaryNote[] = []
  if (!map.settings.useSummary) {
    const text = isNext
      ? 'Summaries are off: what no longer fits is left out.'
      : 'Summaries were off: what did not fit was left out.'
    return [{ tone: 'plain', text }]
  }
  if (map.settings.maxExchanges === 0) {
    const text = isNext
      ? NO_SUMMARY_WITHOUT_MEMORY
      : 'With 0 exchanges nothing was remembered, so no summary was used.'
    return [{ tone: 'plain', text }]
  }
  const waiting = isNext && list ? ofNewest(map, list) : null
  if (waiting) notes.push(waiting)
  const owed = owedIn(map, pinned).length
  if (owed > 0) notes.push({ tone: 'warn', text: owedInWords(owed, tense) })
  // No limit has cut anything off: the summary is sent because it was asked for, and an undo knows no way to none.
  if (isNext && map.summary && map.trimmed === null) notes.push({ tone: 'plain', text: WAY_BACK })
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
function ofNewest(map: ContextMapView, { versions }: SummaryList): SummaryNote | null {
  const newer = versions.filter(({ version }) => version > (map.summary?.version ?? 0))
  const [newest] = newer
  if (!newest) return null
  const usable = newer.find((version) => version.usable)
  if (!usable) return { tone: 'plain', text: `v${newest.version} is ${NOT_USABLE}.` }
  const name = `v${usable.version}`
  return isTooLarge(usable, map)
    ? {
        tone: 'warn',
        text: `${name} is larger than half of what this model can hold, so it is not sent: shorten it, or choose a model that holds more.`,
      }
    : {
        tone: 'plain',
        text: `${name} is written; it takes effect when the beginning of what is sent moves next.`,
      }
}

/** What a summary is sent with, in tokens, about: the words around it and the framing of a message. */
const AROUND = 90

/** Whether it takes more of all that the model can hold than `lib/memory` lets a summary take. */
const isTooLarge = ({ tokens }: SummaryView, { limit }: ContextMapView): boolean =>
  tokens + AROUND > (limit.window - limit.answerReserve) / 2

function owedInWords(count: number, tense: 'next' | 'past'): string {
  const one = count === 1
  const messages = one ? 'One message' : `${count.toLocaleString('en')} messages`
  if (tense === 'past') {
    return one
      ? `${messages} was over the limit and went in as it was: no summary told it yet.`
      : `${messages} were over the limit and went in as they were: no summary told them yet.`
  }
  return one
    ? `${messages} is over the limit and is sent as it is until a summary tells it.`
    : `${messages} are over the limit and are sent as they are until a summary tells them.`
}
