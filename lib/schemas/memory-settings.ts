import { z } from 'zod'

/** How much of a conversation a model is sent, in exchanges and in tokens; null: no limit. */
export const memorySettings = z.strictObject({
  /** 0: nothing but the new message. */
  maxExchanges: z.number().int().min(0).max(100_000).nullable(),
  maxTokens: z.number().int().min(100).max(10_000_000).nullable(),
  /** Whether a summary stands for what the limits leave out. */
  useSummary: z.boolean(),
})
export type MemorySettings = z.infer<typeof memorySettings>

/** What a session has of its own; the rest is the owner's. */
export const sessionMemory = memorySettings.partial()
export type SessionMemory = z.infer<typeof sessionMemory>
