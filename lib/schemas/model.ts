import { z } from 'zod'

/** A row of the model picker. */
export const modelItem = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.enum(['openai', 'compatible', 'ollama', 'lmstudio', 'builtin']),
  window: z.number().int(),
  note: z.string().nullable(),
})
export type ModelItem = z.infer<typeof modelItem>

/** The default stands first. */
export const modelList = z.object({ models: z.array(modelItem) })
