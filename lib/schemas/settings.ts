import { z } from 'zod'
import { INSTRUCTIONS_MAX } from './session.ts'
import { incomingText } from './text.ts'

export const memorySettings = z.strictObject({
  maxExchanges: z.number().int().min(0).max(100_000).nullable(),
  maxTokens: z.number().int().min(100).max(10_000_000).nullable(),
  useSummary: z.boolean(),
})

/** What the owner chose for all sessions. */
export const settings = z.strictObject({
  /** The system message of sessions that have none of their own; empty: none is sent. */
  instructions: incomingText(INSTRUCTIONS_MAX),
  memory: memorySettings,
  /** Whether the model names a conversation after its first answer, which is a call of its own. */
  modelTitles: z.boolean(),
})
export type Settings = z.infer<typeof settings>

export const settingsPatch = settings.partial()

export const DEFAULT_SETTINGS: Settings = {
  instructions: '',
  memory: { maxExchanges: null, maxTokens: 8_000, useSummary: true },
  modelTitles: true,
}
