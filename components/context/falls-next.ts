import { written } from '@/components/ui/written'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { reserveOf } from './context-parts'
import { LOW_SHARE } from './low-share'
import { usesSummary } from './uses-summary'

/** What happens next for want of room, about: nobody knows how long the next messages will be. */
export type FallsNext = {
  /** What may be added before anything falls out. */
  room: { unit: 'tokens' | 'exchanges'; count: number }
  /** How many of the oldest exchanges fall out then; null: all that are sent now, and more. */
  exchanges: number | null
  into: 'summary' | 'nothing'
}

/** null: nothing of the conversation is sent with the next message, so that nothing can fall out. */
export function fallsNext(map: ContextMapView): FallsNext | null {
  const { settings, limit } = map
  const sizes = keptExchanges(map)
  if (sizes.length === 0) return null
  const into = usesSummary(settings) ? 'summary' : 'nothing'
  const history = sum(sizes)
  const free = Math.max(0, limit.total - map.tokens - reserveOf(map))
  // The window is by exchanges of the history; this message and its answer will be one of them.
  const left = (settings.maxExchanges ?? Infinity) - sizes.length
  if (left * (history / sizes.length) < free) {
    const stay = Math.ceil(LOW_SHARE * (settings.maxExchanges ?? 0))
    const fall = sizes.length + Math.max(0, left) + 1 - stay
    return {
      room: { unit: 'exchanges', count: Math.max(0, left) },
      exchanges: fall > sizes.length ? null : fall,
      into,
    }
  }
  // As much as is free now comes first, and of the history that is then, the low mark's share stays.
  return {
    room: { unit: 'tokens', count: free },
    exchanges: oldestOf(sizes, (1 - LOW_SHARE) * (history + free)),
    into,
  }
}

export function fallsNextInWords({ room, exchanges, into }: FallsNext): string {
  const several = exchanges === null ? 'the oldest exchanges' : `the oldest ${written(exchanges)} exchanges`
  const fall = exchanges === 1 ? 'the oldest exchange' : several
  const goes = exchanges === 1 ? 'goes' : 'go'
  const is = exchanges === 1 ? 'is' : 'are'
  const where = into === 'summary' ? `${goes} into the summary` : `${is} left out`
  if (room.count === 0) return `There is no more room. Next, ${fall} ${where}.`
  const much =
    room.unit === 'tokens'
      ? `about ${written(rounded(room.count))} tokens`
      : room.count === 1
        ? 'one more exchange'
        : `${written(room.count)} more exchanges`
  return `Room for ${much}. After that ${fall} ${where}.`
}

/**
 * The tokens of each exchange that is sent for being new, oldest first; not those that are pinned, nor the new message.
 */
function keptExchanges({ segments, keptStart }: ContextMapView): number[] {
  const newest = segments.findLastIndex((each) => each.kind === 'message' && each.role === 'user')
  const sizes: number[] = []
  for (const segment of segments.slice(0, newest)) {
    if (segment.kind !== 'message' || segment.role === 'system' || segment.pinned) continue
    if (segment.seq < (keptStart ?? Infinity)) continue
    if (segment.role === 'user' || sizes.length === 0) sizes.push(segment.tokens)
    else sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + segment.tokens
  }
  return sizes
}

/** How many of the oldest it takes to free so many tokens; null: all do not. */
function oldestOf(sizes: readonly number[], tokens: number): number | null {
  let freed = 0
  let taken = 0
  while (taken < sizes.length && freed < tokens) {
    freed += sizes[taken] ?? 0
    taken += 1
  }
  return freed < tokens ? null : taken
}

/** To two digits. */
const rounded = (tokens: number): number => Number(tokens.toPrecision(2))

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)
