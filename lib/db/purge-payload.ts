import { z } from 'zod'

/** What a purge takes, and what an undo needs to know of the state before. */
export const purgePayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('delete'),
    /** The owner whose ended sessions go too; null: they stay. An undo does not concern them. */
    endedOf: z.string().nullable().default(null),
  }),
  z.object({
    kind: z.literal('clear'),
    sessionId: z.string(),
    /** Messages of a lower seq go. */
    clearedBefore: z.number().int(),
    /** For an undo; null once the purge has begun: the title may quote what is to be forgotten. */
    previous: z
      .object({
        clearedBefore: z.number().int(),
        title: z.string(),
        titleBy: z.enum(['none', 'message', 'model', 'user']),
      })
      .nullable(),
  }),
  /** Only what rows that are deleted already have left. */
  z.object({ kind: z.literal('scrub') }),
])
export type PurgePayload = z.infer<typeof purgePayload>

/** The `kind` of the jobs that carry it; their id is the purge's. */
export const PURGE_JOB = 'purge'

/** Whether it names no rows any more. */
export const isScrub = (payload: unknown): boolean => purgePayload.safeParse(payload).data?.kind === 'scrub'
