import type { MessagePart } from '@/lib/schemas/message'
import type { Delta, Position } from '@/lib/schemas/run-event'

/**
 * What of `delta` is new to one who is at `position`: null when nothing is, `'gap'` when something between the
 * two is missing. So a reader that joins anywhere gets every unit once.
 */
export function newOf(delta: Delta, position: Position): Delta | 'gap' | null {
  if (delta.part < position.part) return null
  if (delta.part > position.part) {
    return delta.part === position.part + 1 && delta.offset === 0 ? delta : 'gap'
  }
  if (delta.offset > position.offset) return 'gap'
  const known = position.offset - delta.offset
  if (known >= delta.text.length) return null
  return { ...delta, offset: position.offset, text: delta.text.slice(known) }
}

/** The parts with a delta behind them. */
export function withDelta(parts: readonly MessagePart[], delta: Delta): MessagePart[] {
  const known = parts[delta.part]
  if (!known) return [...parts, { type: delta.kind, text: delta.text }]
  return parts.with(delta.part, { ...known, text: known.text + delta.text })
}
