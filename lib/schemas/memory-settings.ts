import { z } from 'zod'

/** What a limit may be, where there is one. */
export const MEMORY_BOUNDS = {
  maxExchanges: { min: 0, max: 100_000 },
  maxTokens: { min: 100, max: 10_000_000 },
} as const

type Bounds = { min: number; max: number }
const count = ({ min, max }: Bounds) => z.number().int().min(min).max(max)
const limit = (bounds: Bounds) => count(bounds).nullable()

export const RECALL_BOUNDS = {
  topK: { min: 0, max: 50 },
  minScore: { min: 0, max: 1 },
  maxTokens: { min: 50, max: 1_000_000 },
} as const

/** What of other conversations, or of what this one no longer sends, is shown to the model. */
export const recallSettings = z.strictObject({
  /** All sessions, this one alone, or none. */
  from: z.enum(['all', 'session', 'off']),
  /** Whether what is said here may be recalled later. */
  remembered: z.boolean(),
  /** How many passages are shown at most. */
  topK: count(RECALL_BOUNDS.topK),
  /** The least similarity of a passage; null: the embedding model's own rule. */
  minScore: z.number().min(RECALL_BOUNDS.minScore.min).max(RECALL_BOUNDS.minScore.max).nullable(),
  /** Kept free for the passages, in tokens. */
  maxTokens: count(RECALL_BOUNDS.maxTokens),
})
export type RecallSettings = z.infer<typeof recallSettings>

export const DEFAULT_RECALL: RecallSettings = {
  from: 'all',
  remembered: true,
  topK: 3,
  minScore: null,
  maxTokens: 1_000,
}

/** How much of a conversation a model is sent, in exchanges and in tokens; null: no limit. */
export const memorySettings = z.strictObject({
  /** 0: nothing but the new message. */
  maxExchanges: limit(MEMORY_BOUNDS.maxExchanges),
  maxTokens: limit(MEMORY_BOUNDS.maxTokens),
  /** Whether a summary stands for what the limits leave out. */
  useSummary: z.boolean(),
  /** Left out: as by default. */
  recall: recallSettings.optional(),
})
export type MemorySettings = z.infer<typeof memorySettings>

/** What a session has of its own; the rest is the owner's. */
export const sessionMemory = memorySettings.extend({ recall: recallSettings.partial() }).partial()
export type SessionMemory = z.infer<typeof sessionMemory>
