import { z } from 'zod'
import { errorCode } from './error.ts'
import { modelProvider } from './model.ts'

/** How a server is, for whoever watches over it. Tells nothing of what is kept in it. */
export const healthReport = z.object({
  /** `degraded`: something is named under `degraded`. */
  status: z.enum(['ok', 'degraded']),
  /** It answers at all. */
  live: z.literal(true),
  /** It can take a message. */
  ready: z.boolean(),
  database: z.object({ state: z.enum(['ok', 'unavailable']) }),
  model: z.object({
    /** As the newest look for models found it, with no call of a model; `unknown` until one was made. */
    state: z.enum(['ok', 'degraded', 'unknown']),
    /** Of the default model. */
    provider: modelProvider.nullable(),
  }),
  degraded: z.array(errorCode),
})
export type HealthReport = z.infer<typeof healthReport>

/** Only that it answers: for whoever would start a server anew that does not. */
export const liveReport = z.object({ live: z.literal(true) })
