import { z } from 'zod'
import { sessionParams } from './session.ts'
import { id } from './text.ts'

/** What the user decided of an exchange: always sent, never sent, or null, as the limits have it. */
export const mark = z.enum(['pinned', 'excluded']).nullable()
export type Mark = z.infer<typeof mark>

export const markParams = sessionParams.extend({ messageId: id })
export const markPatch = z.strictObject({ mark })

/** The messages of the exchange, as they are marked now. */
export const markedExchange = z.object({
  messages: z.array(z.object({ id: z.string(), pinned: z.boolean(), excluded: z.boolean() })),
})
export type MarkedExchange = z.infer<typeof markedExchange>
