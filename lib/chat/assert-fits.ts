import { AppError } from '../errors.ts'
import { type Beside, type ContextMap, newMessageFit } from '../memory/index.ts'
import type { ModelInfo } from '../ports/chat-models.ts'

/**
 * Refuses what no trimming can make fit: a newest message that, with the instructions and tools, is longer than the
 * model's window leaves room for. Throws `message_too_long` with both numbers.
 */
export function assertFits(model: ModelInfo, newTokens: number, beside: Beside): void {
  const { fits, needed, room } = newMessageFit(newTokens, model.limits, beside)
  if (!fits) throw tooLong(model, needed, room)
}

/**
 * The same of a plan: a message that fitted one model may be answered again by a smaller one, and what is pinned is sent
 * with every message. Throws `message_too_long`, or `context_too_large` where pinned messages are among what is too much.
 */
export function assertPlanFits(model: ModelInfo, { tokens, segments }: ContextMap): void {
  const room = model.limits.window - model.limits.answerReserve
  if (tokens <= room) return
  const pinned = segments.reduce(
    (sum, segment) => (segment.kind === 'message' && segment.pinned ? sum + segment.tokens : sum),
    0,
  )
  throw pinned === 0 ? tooLong(model, tokens, room) : tooMuchPinned(model, { tokens, pinned, room })
}

const written = (tokens: number) => tokens.toLocaleString('en')

function tooMuchPinned(
  model: ModelInfo,
  { tokens, pinned, room }: Record<'tokens' | 'pinned' | 'room', number>,
) {
  return new AppError(
    'context_too_large',
    `What is pinned has ${written(pinned)} of the ${written(tokens)} tokens that would be sent; ${model.name} takes at most ${written(room)}, so it was not asked. Unpin something and try again, or choose a model with a larger window.`,
    { details: { tokens, pinned, limit: room, model: model.id } },
  )
}

function tooLong(model: ModelInfo, needed: number, room: number): AppError {
  const [has, takes] = [needed, room].map(written)
  return new AppError(
    'message_too_long',
    `The message and the instructions have ${has} tokens; ${model.name} takes at most ${takes}. Shorten them, or choose a model with a larger window.`,
    { details: { tokens: needed, limit: room, model: model.id } },
  )
}
