import type { ContextMap, Segment } from './context-map.ts'
import type { Role } from './types.ts'

/** One message as it is sent; `content` is null where its text was forgotten since. */
export type ContextMessage<Content extends string | null = string> = { role: Role; content: Content }

/**
 * The exact messages that a map stands for. The turn gives every text; for a past one `textOf` answers null
 * where the text is gone.
 */
export function buildContext<Content extends string | null>(
  map: Pick<ContextMap, 'segments'>,
  textOf: (segment: Segment) => Content,
): ContextMessage<Content>[] {
  return map.segments.map((segment) => ({
    role: roleOf(segment),
    content: textOf(segment),
  }))
}

function roleOf(segment: Segment): Role {
  if (segment.kind === 'instructions' || segment.kind === 'summary') return 'system'
  return segment.kind === 'continuation' ? 'user' : segment.role
}
