import { z } from 'zod'

export const memorySettings = z.strictObject({
  maxExchanges: z.number().int().min(0).max(100_000).nullable(),
  maxTokens: z.number().int().min(100).max(10_000_000).nullable(),
  useSummary: z.boolean(),
})
export type MemorySettings = z.infer<typeof memorySettings>

/** What a session has of its own; the rest is the owner's. */
export const sessionMemory = memorySettings.partial()
export type SessionMemory = z.infer<typeof sessionMemory>
