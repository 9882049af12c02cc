import type { Limit } from './context-map.ts'
import type { MemorySettings, ModelLimits } from './types.ts'

/** The system message: its tokens are the text's, the hash is that of its text. */
export type Instructions = { hash: string; tokens: number }

export function limitOf(settings: MemorySettings, limits: ModelLimits): Limit {
  return {
    total: Math.min(settings.maxTokens ?? Infinity, modelRoom(limits)),
    maxTokens: settings.maxTokens,
    window: limits.window,
    answerReserve: limits.answerReserve,
  }
}

/** What a request holds that is never trimmed, in tokens: its fixed part, the instructions, the new message. */
export function neededTokens(
  newTokens: number,
  limits: ModelLimits,
  instructions: Instructions | null,
): number {
  const system = instructions === null ? 0 : instructions.tokens + limits.perMessage
  return limits.perRequest + system + newTokens + limits.perMessage
}

/**
 * Whether the model can take a new message of so many tokens at all, whatever `maxTokens` is. What does not
 * fit is to be refused with both numbers before anything is stored.
 */
export function newMessageFit(
  newTokens: number,
  limits: ModelLimits,
  instructions: Instructions | null,
): { fits: boolean; needed: number; room: number } {
  const needed = neededTokens(newTokens, limits, instructions)
  const room = modelRoom(limits)
  return { fits: needed <= room, needed, room }
}

function modelRoom(limits: ModelLimits): number {
  return Math.max(0, limits.window - limits.answerReserve)
}
