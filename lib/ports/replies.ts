import type { MessagePart } from '../schemas/message.ts'
import type { Lifespan } from './session-life.ts'

/** An answer that may be given again, under the hash of all that it was asked with. Its text stays the message's. */
export type KeptReply = { key: string; messageId: string; expiresAt: Date }

export type FoundReply = { parts: MessagePart[]; session: Lifespan }

/** Answers to first messages that are given again to whoever asks the same. */
export type Replies = {
  /**
   * What the answer holds, its reasoning too, and what decides when its session ends. null: there is none, it expired,
   * or its conversation does not show it any more: it was deleted, cleared or excluded, or another answer took its
   * place. One indexed read.
   */
  find(owner: string, key: string, now: Date): Promise<FoundReply | null>
  /** In place of what has that key. Does nothing where the answer is not whole, or not to be seen any more. */
  keep(owner: string, reply: KeptReply): Promise<void>
  dropExpired(now: Date): Promise<void>
}
