import { AppError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Rates } from '../ports/rates.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** So many callers are known to have used up what they had; more than that are asked for again. */
const REFUSED_MAX = 10_000

type Deps = {
  rates: Rates
  clock: Clock
  log: Logger
  /** In each minute of the clock; undefined: as many as come. */
  turnsPerMinute: number | undefined
  /** In each day of UTC; undefined: as many as it takes. */
  tokensPerDay: number | undefined
}

/** How much one caller may use. */
export type RateLimits = {
  /** Counts a turn that is about to begin. Throws `rate_limited`. */
  admit(who: string): Promise<void>
  /** Counts the tokens of one that has ended; asks how many only where they are limited. Never throws. */
  spent(who: string, tokens: number | (() => Promise<number>)): Promise<void>
}

/**
 * Turns by the minute, tokens by the day, each from its full beginning on. A turn is let in while tokens are left, and
 * then has as many as it takes: what it took over is refused to the next. Nothing is asked of the database where
 * nothing is limited, nor for a caller who was refused in this period.
 */
export function createRateLimits(deps: Deps): RateLimits {
  const { rates, clock, log, turnsPerMinute, tokensPerDay } = deps
  /** Until when, in milliseconds since 1970: what was used up stays so until its period is over. */
  const refused = new Map<string, number>()
  let forgottenAt = 0

  function refuse(who: string, untilMs: number): never {
    if (refused.size >= REFUSED_MAX) refused.clear()
    refused.set(who, untilMs)
    const seconds = Math.max(1, Math.ceil((untilMs - clock.now().getTime()) / 1_000))
    throw new AppError(
      'rate_limited',
      `This is more than may be asked for. Try again in ${seconds} seconds.`,
      {
        details: { retryAfterSeconds: seconds },
      },
    )
  }

  /** Once an hour, beside the turn that happens to come. */
  function forgetWhatIsOver(now: number): void {
    if (now - forgottenAt < 60 * MINUTE_MS) return
    forgottenAt = now
    rates
      .forgetBefore({ turns: periodOf(now, MINUTE_MS), tokens: periodOf(now, DAY_MS) })
      .catch((error: unknown) => log.warn('Counts of turns and tokens that are over were kept.', { error }))
  }

  return {
    async admit(who) {
      if (turnsPerMinute === undefined && tokensPerDay === undefined) return
      const now = clock.now().getTime()
      const until = refused.get(who) ?? 0
      if (until > now) refuse(who, until)
      refused.delete(who)
      const minute = periodOf(now, MINUTE_MS)
      const day = periodOf(now, DAY_MS)
      const [turns, tokens] = await rates.add([
        { kind: 'turns', period: minute, who, count: 1 },
        { kind: 'tokens', period: day, who, count: 0 },
      ])
      forgetWhatIsOver(now)
      // The longer wait first: who comes back after the shorter one would only be sent away again.
      if (tokensPerDay !== undefined && tokens >= tokensPerDay) refuse(who, (day + 1) * DAY_MS)
      if (turnsPerMinute !== undefined && turns > turnsPerMinute) refuse(who, (minute + 1) * MINUTE_MS)
    },

    async spent(who, tokens) {
      if (tokensPerDay === undefined) return
      const period = periodOf(clock.now().getTime(), DAY_MS)
      try {
        const count = typeof tokens === 'number' ? tokens : await tokens()
        if (count > 0) await rates.add([{ kind: 'tokens', period, who, count }])
      } catch (error) {
        log.warn('The tokens of an answer could not be counted.', { error })
      }
    },
  }
}

const periodOf = (ms: number, lengthMs: number): number => Math.floor(ms / lengthMs)
