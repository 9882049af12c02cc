import { AppError, type ErrorCode } from '../errors.ts'
import type { ChatModels } from '../ports/chat-models.ts'
import type { Logger } from '../ports/logger.ts'
import type { HealthReport } from '../schemas/health.ts'
import { pause } from './pause.ts'

export type Vitals = {
  /** Throws where the database does not answer. */
  ping(): Promise<void>
  models: Pick<ChatModels, 'known'>
}

type Deps = {
  /** What is looked at; rejects while it cannot be had. */
  open(): Promise<Vitals>
  /** After so long the database counts as one that does not answer, in milliseconds. */
  withinMs: number
  log: Logger
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  wait?: typeof pause
}

/**
 * How this process is, in bounded time and without a call of a model. Those who ask at once share one question to the
 * database, so that no queue of them forms behind one that hangs. Never throws.
 */
export function createHealth({ open, withinMs, log, wait = pause }: Deps) {
  let vitals: Vitals | null = null
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    vitals = await open()
    await vitals.ping()
  }

  function looked(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }

  async function failureOfDatabase(): Promise<ErrorCode | null> {
    const answered = new AbortController()
    try {
      const late = wait(withinMs, answered.signal).then(() => 'database_unavailable' as const)
      return await Promise.race([looked().then(() => null), late])
    } catch (error) {
      if (error instanceof AppError) return error.code
      log.error('The state of the database is not known.', { error })
      return 'internal'
    } finally {
      answered.abort()
    }
  }

  return {
    async check(): Promise<HealthReport> {
      const failure = await failureOfDatabase()
      const known = vitals?.models.known() ?? null
      const failures = known?.failures ?? []
      const degraded = [...new Set([...(failure ? [failure] : []), ...failures])]
      return {
        status: degraded.length > 0 ? 'degraded' : 'ok',
        live: true,
        ready: failure === null,
        database: { state: failure === null ? 'ok' : 'unavailable' },
        model: {
          state: known === null ? 'unknown' : failures.length > 0 ? 'degraded' : 'ok',
          provider: known?.provider ?? null,
        },
        degraded,
      }
    },
  }
}
