import { AppError } from '../errors.ts'
import { type ContextMap, type Instructions, newMessageFit } from '../memory/index.ts'
import type { ModelInfo } from '../ports/chat-models.ts'

/**
 * Refuses what no trimming can make fit: a newest message that, with the instructions, is longer than the
 * model's window leaves room for. Throws `message_too_long` with both numbers.
 */
export function assertFits(model: ModelInfo, newTokens: number, instructions: Instructions | null): void {
  const { fits, needed, room } = newMessageFit(newTokens, model.limits, instructions)
  if (!fits) throw tooLong(model, needed, room)
}

/** The same of a plan: a message that fitted one model may be answered again by a smaller one. */
export function assertPlanFits(model: ModelInfo, { tokens }: Pick<ContextMap, 'tokens'>): void {
  const room = model.limits.window - model.limits.answerReserve
  if (tokens > room) throw tooLong(model, tokens, room)
}

function tooLong(model: ModelInfo, needed: number, room: number): AppError {
  const [has, takes] = [needed, room].map((tokens) => tokens.toLocaleString('en'))
  return new AppError(
    'message_too_long',
    `The message and the instructions have ${has} tokens; ${model.name} takes at most ${takes}. Shorten them, or choose a model with a larger window.`,
    { details: { tokens: needed, limit: room, model: model.id } },
  )
}
