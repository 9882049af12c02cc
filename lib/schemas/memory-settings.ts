import { z } from 'zod'

/** What a limit may be, where there is one. */
export const MEMORY_BOUNDS = {
  maxExchanges: { min: 0, max: 100_000 },
  maxTokens: { min: 100, max: 10_000_000 },
} as const

const limit = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max).nullable()

/** How much of a conversation a model is sent, in exchanges and in tokens; null: no limit. */
export const memorySettings = z.strictObject({
  /** 0: nothing but the new message. */
  maxExchanges: limit(MEMORY_BOUNDS.maxExchanges),
  maxTokens: limit(MEMORY_BOUNDS.maxTokens),
  /** Whether a summary stands for what the limits leave out. */
  useSummary: z.boolean(),
})
export type MemorySettings = z.infer<typeof memorySettings>

/** What a session has of its own; the rest is the owner's. */
export const sessionMemory = memorySettings.partial()
export type SessionMemory = z.infer<typeof sessionMemory>
