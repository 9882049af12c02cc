import type { ContextMapView, LeftOutReason } from '../../schemas/context-map.ts'
import type { MessageView } from '../../schemas/message.ts'

type Shown = Pick<MessageView, 'id' | 'seq' | 'kind' | 'role' | 'parts' | 'pinned' | 'excluded'>
type Place = 'raw' | 'told' | LeftOutReason

export type Sent = {
  map: ContextMapView
  /** Of the conversation, oldest first, dividers among them, up to the message that was answered. */
  path: readonly Shown[]
  /** Whether the summary that was sent leaves this message of its range untold. */
  omits: (message: Shown) => boolean
  /** As the model received it; null: it was only planned. */
  prompt: readonly { content: string | null }[] | null
}

/** By which a message is known wherever it went: `q7.` or `a7.`, if it begins with that. */
export const nameOf = ({ parts }: Pick<Shown, 'parts'>): string | null =>
  /^[qa]\d+\./.exec(parts.find(({ type }) => type === 'text')?.text ?? '')?.[0] ?? null

/** What went nowhere, to two places, or where it should not have gone, in plain words. */
export function misplaced({ map, path, omits, prompt }: Sent): string[] {
  const divider = path.findLast(({ kind }) => kind === 'divider')?.seq ?? -1
  const newest = path.at(-1)
  return path
    .filter(({ kind }) => kind === 'message')
    .flatMap((message) => {
      const places = placesOf(map, message, omits)
      const [place] = places
      const name = nameOf(message)
      const isLow = message.seq > divider
      const times = name && prompt?.filter(({ content }) => content?.startsWith(name)).length
      const faults = {
        'is nowhere': place === undefined,
        'is at several places': places.length > 1 && !isBoth(message, places),
        'is called forgotten': place === 'forgotten',
        'is excluded and was sent': message !== newest && message.excluded && isHeard(place),
        'is pinned and was not sent':
          message.pinned &&
          isLow &&
          message !== newest &&
          place !== 'raw' &&
          place !== 'failed' &&
          place !== 'empty',
        'stands above the divider and was sent': !isLow && message !== newest && isHeard(place),
        'stands below the divider and is called afresh': isLow && place === 'afresh',
        'is not in what was received as often as is said':
          typeof times === 'number' && times !== (place === 'raw' ? 1 : 0),
      }
      return Object.entries(faults).flatMap(([fault, is]) =>
        is ? [`${message.role} ${message.seq} (${name}) ${fault}: ${places.join(', ')}`] : [],
      )
    })
}

const isHeard = (place: Place | undefined) => place === 'raw' || place === 'told'

/** The one exception: what a summary told was pinned since. */
const isBoth = ({ pinned }: Shown, [one, other, third]: readonly Place[]) =>
  pinned && one === 'raw' && other === 'told' && third === undefined

function placesOf(map: ContextMapView, message: Shown, omits: Sent['omits']): Place[] {
  const { id, seq } = message
  const holds = ({ fromSeq, toSeq }: { fromSeq: number; toSeq: number }) => fromSeq <= seq && seq <= toSeq
  const places: Place[] = []
  for (const segment of map.segments)
    if (segment.kind === 'message' && segment.messageId === id) places.push('raw')
  for (const segment of map.segments)
    if (segment.kind === 'summary' && holds(segment) && !omits(message)) places.push('told')
  for (const range of map.leftOut) if (holds(range)) places.push(range.reason)
  return places
}
