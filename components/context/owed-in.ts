import type { ContextMapView } from '@/lib/schemas/context-map'
import { isWithin } from './seq-range'

type MessageSegment = Extract<ContextMapView['segments'][number], { kind: 'message' }>

/**
 * The messages that are sent only until a summary tells them: of the range that is owed, not those that are pinned.
 * `pinned`: the ids of such, where that is known; the map marks only those before the kept part.
 */
export function owedIn({ owed, segments }: ContextMapView, pinned?: ReadonlySet<string>): MessageSegment[] {
  if (owed === null) return []
  return segments
    .filter((segment) => segment.kind === 'message')
    .filter((each) => isWithin(owed, each.seq) && !each.pinned && !pinned?.has(each.messageId))
}
