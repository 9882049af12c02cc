import { buildContext } from '../memory/index.ts'
import type { ContextMaps } from '../ports/context-maps.ts'
import type { AnswerContext } from '../schemas/context-map.ts'

/**
 * The decision behind a past answer, and the messages as they were sent; their text is null where it was
 * forgotten. Throws `message_not_found`.
 */
export async function answerContext(
  contextMaps: ContextMaps,
  owner: string,
  answerId: string,
): Promise<AnswerContext> {
  const stored = await contextMaps.get(owner, answerId)
  if (!stored) return { map: null, sent: [] }
  const ids = stored.map.segments.flatMap((segment) =>
    segment.kind === 'message' ? [segment.messageId] : [],
  )
  const texts = await contextMaps.texts(owner, ids)
  const sent = buildContext(stored.map, (segment) =>
    segment.kind === 'message'
      ? (texts.get(segment.messageId) ?? null)
      : (stored.texts.get(segment.hash) ?? null),
  )
  return { map: stored.map, sent }
}
