import type { ContextMapView } from '@/lib/schemas/context-map'

type SummarySegment = Extract<ContextMapView['segments'][number], { kind: 'summary' }>

/** The summary that was sent; null: none. */
export const summaryIn = (map: ContextMapView | null): SummarySegment | null =>
  map?.segments.find((segment) => segment.kind === 'summary') ?? null
