import { AppError } from '../errors.ts'
import { type Instructions, newMessageFit } from '../memory/index.ts'
import type { ModelInfo } from '../ports/chat-models.ts'

/**
 * Refuses what no trimming can make fit: a newest message that, with the instructions, is longer than the
 * model's window leaves room for. Throws `message_too_long` with both numbers.
 */
export function assertFits(model: ModelInfo, newTokens: number, instructions: Instructions | null): void {
  const { fits, needed, room } = newMessageFit(newTokens, model.limits, instructions)
  if (fits) return
  const [has, takes] = [needed, room].map((tokens) => tokens.toLocaleString('en'))
  throw new AppError(
    'message_too_long',
    `The message and the instructions have ${has} tokens; ${model.name} takes at most ${takes}. Shorten them, or choose a model with a larger window.`,
    { details: { tokens: needed, limit: room, model: model.id } },
  )
}
