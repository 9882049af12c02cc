import { z } from 'zod'

const title = z.object({ title: z.string(), titleBy: z.enum(['none', 'message', 'model', 'user']) })

/** Messages of one session that are set apart: see `setApart`. */
const apart = z.object({
  /** Where they were. */
  sessionId: z.string(),
  /** The hidden session where they are until the purge. */
  hiddenIn: z.string(),
  clearedBefore: z.number().int(),
  /** Whether the session's title came from them. */
  retitled: z.boolean(),
  /** Answers that were a part of what can be recalled, and of which exchange. */
  answers: z.array(z.object({ exchangeId: z.string(), answerId: z.string() })),
  /** That title, for an undo; null: it stayed, or the purge has begun. */
  title: title.nullable(),
})
export type Apart = z.infer<typeof apart>

const aparts = z.array(apart).default([])

/** What a purge takes, and what an undo needs to know of the state before. */
export const purgePayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('delete'),
    /** The owner whose ended sessions go too; null: they stay. An undo does not concern them. */
    endedOf: z.string().nullable().default(null),
    apart: aparts,
  }),
  z.object({
    kind: z.literal('clear'),
    sessionId: z.string(),
    /** Messages of a lower seq go. */
    clearedBefore: z.number().int(),
    /** For an undo; null once the purge has begun: the title may quote what is to be forgotten. */
    previous: title.extend({ clearedBefore: z.number().int() }).nullable(),
    apart: aparts,
  }),
  /** Nothing but what is set apart. */
  z.object({ kind: z.literal('exchange'), apart: aparts }),
  /** Only what rows that are deleted already have left. */
  z.object({ kind: z.literal('scrub') }),
])
export type PurgePayload = z.infer<typeof purgePayload>

/** The `kind` of the jobs that carry it; their id is the purge's. */
export const PURGE_JOB = 'purge'

/** Of such a job: nobody has leased it, so that it can be taken back. From then on rows may be gone. */
export const NOT_BEGUN = { attempts: 0, leaseUntil: null } as const

/** Whether it names no rows any more. */
export const isScrub = (payload: unknown): boolean => purgePayload.safeParse(payload).data?.kind === 'scrub'
