import type { ContextMapView } from '@/lib/schemas/context-map'
import { isWithin } from './seq-range'

type MessageSegment = Extract<ContextMapView['segments'][number], { kind: 'message' }>

/** The messages that are sent only until a summary tells them: of the range that is owed, not those that are pinned. */
export function owedIn({ owed, segments }: ContextMapView): MessageSegment[] {
  if (owed === null) return []
  return segments
    .filter((segment) => segment.kind === 'message')
    .filter(({ seq, pinned }) => !pinned && isWithin(owed, seq))
}
