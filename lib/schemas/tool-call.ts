import { z } from 'zod'

/** What a model asks its caller to do. `arguments` is the JSON as the model wrote it, which need not be any. */
export const toolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() })
export type ToolCall = z.infer<typeof toolCall>
