import type { TokenCounter } from '../ports/token-counter.ts'
import type { RateLimits } from './rate-limits.ts'
import { tokensSpent } from './tokens-spent.ts'
import type { Turns } from './turns.ts'

/** Turns that are counted, for whoever asks by whichever door. Throws `rate_limited` before anything else. */
export function limitTurns(turns: Turns, deps: { limits: RateLimits; tokens: TokenCounter }): Turns {
  const { limits, tokens } = deps
  return {
    async start(owner, request, options = {}) {
      const { who = '' } = options
      await limits.admit(who)
      return turns.start(owner, request, {
        ...options,
        ended(answer, call) {
          options.ended?.(answer, call)
          void limits.spent(who, () => tokensSpent(call, tokens))
        },
      })
    },
  }
}
