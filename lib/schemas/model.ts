import { z } from 'zod'

/** The id of the model that is part of this installation, and answers by quoting what it was sent. */
export const BUILTIN_MODEL = 'builtin'

export const modelProvider = z.enum(['openai', 'compatible', 'ollama', 'lmstudio', 'builtin'])
export type ModelProvider = z.infer<typeof modelProvider>

/** A row of the model picker. */
const modelItem = z.object({
  id: z.string(),
  name: z.string(),
  provider: modelProvider,
  window: z.number().int(),
  note: z.string().nullable(),
})
export type ModelItem = z.infer<typeof modelItem>

/** The default stands first. */
export const modelList = z.object({ models: z.array(modelItem) })
