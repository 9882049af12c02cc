import type { Limit } from './context-map.ts'
import type { MemorySettings, ModelLimits } from './types.ts'

/** The system message: its tokens are the text's, the hash is that of its text. */
export type Instructions = { hash: string; tokens: number }

/** What the model may call, as JSON: the tokens are the text's, the hash is that of it. */
export type Tools = { hash: string; tokens: number }

/** What settings and model allow together, and where it comes from. */
export function limitOf(settings: MemorySettings, limits: ModelLimits): Limit {
  return {
    total: Math.min(settings.maxTokens ?? Infinity, modelRoom(limits)),
    maxTokens: settings.maxTokens,
    window: limits.window,
    answerReserve: limits.answerReserve,
  }
}

/** An answer that was cut off, and the words that ask for the rest of it. Tokens are those of the texts. */
export type Continuation = {
  answer: { id: string; seq: number; tokens: number }
  request: { hash: string; tokens: number }
}

/** What is sent beside the messages, and never trimmed. */
export type Beside = {
  /** null: none are sent. */
  instructions: Instructions | null
  /** Left out: it may call nothing. */
  tools?: Tools | null
  /** Of an answer that was cut off and is to be continued; the newest message is the one that it answers. */
  continuation?: Continuation | null
}

/**
 * What a request holds that is never trimmed, in tokens: its fixed part, the instructions, the tools, the new message,
 * and the begun answer that is to be continued.
 */
export function neededTokens(
  newTokens: number,
  limits: ModelLimits,
  { instructions, tools = null, continuation = null }: Beside,
): number {
  const { perRequest, perMessage } = limits
  const system = instructions === null ? 0 : instructions.tokens + perMessage
  const begun =
    continuation === null ? 0 : continuation.answer.tokens + continuation.request.tokens + 2 * perMessage
  return perRequest + system + (tools?.tokens ?? 0) + newTokens + perMessage + begun
}

/**
 * Whether the model can take a new message of so many tokens at all, whatever `maxTokens` is. What does not
 * fit is to be refused with both numbers before anything is stored.
 */
export function newMessageFit(
  newTokens: number,
  limits: ModelLimits,
  beside: Beside,
): { fits: boolean; needed: number; room: number } {
  const needed = neededTokens(newTokens, limits, beside)
  const room = modelRoom(limits)
  return { fits: needed <= room, needed, room }
}

/** All that one call may hold but the answer, in tokens. */
export function modelRoom(limits: ModelLimits): number {
  return Math.max(0, limits.window - limits.answerReserve)
}
