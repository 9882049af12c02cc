import { AppError } from '../errors.ts'
import type { ModelInfo } from '../ports/chat-models.ts'

/**
 * Refuses what no trimming can make fit: a newest message that, with the instructions, is longer than the
 * model's window leaves room for. `tokens` are those of the two texts.
 */
export function assertFits(model: ModelInfo, tokens: number): void {
  const { window, answerReserve, perMessage, perRequest } = model.limits
  const room = window - answerReserve - perRequest - 2 * perMessage
  if (tokens <= room) return
  throw new AppError(
    'message_too_long',
    `The message and the instructions have ${tokens.toLocaleString('en')} tokens; ${model.name} takes at most ${room.toLocaleString('en')}. Nothing was stored. Shorten it, or choose a model with a larger window.`,
    { details: { tokens, limit: room, model: model.id } },
  )
}
