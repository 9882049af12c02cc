import type { ContextMapView } from '@/lib/schemas/context-map'
import type { ToolCall } from '@/lib/schemas/tool-call'
import { callsInWords, resultInWords } from './tool-words'

export type Look =
  | 'instructions'
  | 'summary'
  | 'pinned'
  | 'user'
  | 'assistant'
  | 'result'
  | 'recall'
  | 'newest'
  | 'reserve'
  | 'free'

/**
 * The ids of messages that are pinned, as the page knows them: the map marks only those that are sent for their pin
 * alone. Of a past answer nobody knows the others.
 */
type Pinned = ReadonlySet<string>
const NONE: Pinned = new Set()

/** What the map does not say of a message: what it calls, and the tool that gave it, as far as the page knows them. */
type Known = { calls?: readonly ToolCall[] | undefined; tool?: string | undefined }

/** What a segment is called, where its look does not say it. */
export function nameOf(
  map: ContextMapView,
  index: number,
  pinned: Pinned = NONE,
  { calls, tool }: Known = {},
): string | null {
  const [segment, next] = map.segments.slice(index, index + 2)
  if (segment?.kind === 'continuation') return 'Request to go on'
  if (next?.kind === 'continuation') return 'Begun answer'
  if (segment?.kind === 'summary') return `Summary v${segment.version}`
  if (segment?.kind === 'tools') return 'Tools'
  if (segment?.kind !== 'message') return null
  const ofTools = segment.role === 'tool' ? resultInWords(tool) : calls ? callsInWords(calls) : null
  if (!isPinned(segment, pinned)) return ofTools
  if (ofTools !== null) return `Pinned: ${ofTools}`
  return segment.role === 'user' ? 'Pinned question' : 'Pinned answer'
}

/** A run of the bar, as wide as its tokens. */
export type ContextPart = { key: string; look: Look; tokens: number }

/** How each segment of the map is drawn, in the bar and in the list. */
export function looksOf({ segments }: ContextMapView, pinned: Pinned = NONE): Look[] {
  const newest = segments.findLastIndex((each) => each.kind === 'message' && each.role === 'user')
  return segments.map((segment, index) => {
    if (segment.kind === 'summary' || segment.kind === 'recall') return segment.kind
    if (segment.kind !== 'message' || segment.role === 'system') return 'instructions'
    if (isPinned(segment, pinned)) return 'pinned'
    if (index === newest) return 'newest'
    if (segment.role === 'tool') return 'result'
    return segment.role === 'user' ? 'user' : 'assistant'
  })
}

/**
 * What was sent, in order, what is kept for what a search will find, and what is left of the limit. Neighbours of one
 * look are one part.
 */
export function contextParts(map: ContextMapView, pinned: Pinned = NONE): ContextPart[] {
  const parts: ContextPart[] = []
  const looks = looksOf(map, pinned)
  map.segments.forEach(({ tokens }, index) => {
    const look = looks[index] ?? 'assistant'
    const last = parts.at(-1)
    if (last?.look === look) parts[parts.length - 1] = { ...last, tokens: last.tokens + tokens }
    else parts.push({ key: `${index}`, look, tokens })
  })
  const left = Math.max(0, map.limit.total - map.tokens)
  const reserve = Math.min(left, reserveOf(map))
  const rest: ContextPart[] = [
    { key: 'reserve', look: 'reserve', tokens: reserve },
    { key: 'free', look: 'free', tokens: left - reserve },
  ]
  return [...parts, ...rest.filter(({ tokens }) => tokens > 0)]
}

/** What no message of the next turn gets, in tokens: nobody has searched yet. */
export const reserveOf = ({ recall }: ContextMapView): number =>
  recall?.outcome === 'reserved' ? recall.reserve : 0

const isPinned = (segment: { messageId: string; pinned?: true }, pinned: Pinned): boolean =>
  segment.pinned === true || pinned.has(segment.messageId)

/** What the wire format adds to a request, beside what it adds to each message. */
export const framingOf = ({ tokens, segments }: ContextMapView): number =>
  segments.reduce((rest, segment) => rest - segment.tokens, tokens)
