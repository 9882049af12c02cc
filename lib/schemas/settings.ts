import { z } from 'zod'
import { memorySettings } from './memory-settings.ts'
import { INSTRUCTIONS_MAX } from './session.ts'
import { incomingText } from './text.ts'

/** As `lib/memory` has it; a test holds the two equal. */
export const MESSAGES_MARK = '{messages}'

export const SUMMARY_PROMPT_MAX = 20_000

export const summaryPrompt = incomingText(SUMMARY_PROMPT_MAX).refine(
  (prompt) => prompt.includes(MESSAGES_MARK),
  `The prompt needs ${MESSAGES_MARK} where the messages go.`,
)

/** What the owner chose for all sessions. */
export const settings = z.strictObject({
  /** The system message of sessions that have none of their own; empty: none is sent. */
  instructions: incomingText(INSTRUCTIONS_MAX),
  memory: memorySettings,
  /** What a model is asked for a summary with; null: the default. */
  summaryPrompt: summaryPrompt.nullable(),
  /** Whether the model names a conversation after its first answer, which is a call of its own. */
  modelTitles: z.boolean(),
})
export type Settings = z.infer<typeof settings>

export const settingsPatch = settings.partial()

export const DEFAULT_SETTINGS: Settings = {
  instructions: '',
  memory: { maxExchanges: null, maxTokens: 8_000, useSummary: true },
  summaryPrompt: null,
  modelTitles: true,
}
