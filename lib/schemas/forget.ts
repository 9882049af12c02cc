import { z } from 'zod'
import { id } from './text.ts'

/** What a clear or delete takes, or took. */
const forgetCounts = z.object({
  sessions: z.number().int(),
  messages: z.number().int(),
  summaries: z.number().int(),
  maps: z.number().int(),
  prompts: z.number().int(),
})
export type ForgetCounts = z.infer<typeof forgetCounts>

/** For how long a delete or clear can be taken back, in whole seconds; 0: it cannot. */
const undoSeconds = z.number().int().min(0)

/** Asked before: what deleting all sessions would take. */
export const allCounts = forgetCounts.extend({ undoSeconds })

/** Asked before: what deleting and what clearing one session would take. */
export const sessionCounts = z.object({ delete: forgetCounts, clear: forgetCounts, undoSeconds })

/** After a delete or clear: what goes, and until when it can be taken back. */
export const undoView = z.object({ purgeId: z.string(), until: z.iso.datetime(), counts: forgetCounts })
export type UndoView = z.infer<typeof undoView>

export const undoRequest = z.strictObject({ purgeId: id })
