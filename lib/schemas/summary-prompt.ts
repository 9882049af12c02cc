import { z } from 'zod'
import { summaryPrompt } from './settings.ts'
import { id } from './text.ts'

/** Asks what a model would be sent for the next summary of a session; stores nothing. `prompt` null: the default. */
export const summaryPromptRequest = z.strictObject({ sessionId: id, prompt: summaryPrompt.nullable() })
export type SummaryPromptRequest = z.infer<typeof summaryPromptRequest>

export const summaryPromptResponse = z.object({
  /** Just as they would be sent. */
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  /** Of all of them, overhead included, in the encoding of the session's model. */
  tokens: z.number().int(),
  /** Whether it is due; else it is what "summarise now" would send. */
  due: z.boolean(),
})
export type SummaryPromptPreview = z.infer<typeof summaryPromptResponse>
