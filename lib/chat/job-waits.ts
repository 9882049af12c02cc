import { AppError } from '../errors.ts'

const FIRST_MS = 1_000
const LAST_MS = 3_600_000

/** In milliseconds, after one failed try, after two, and so on: doubling from a second to an hour, where it stays. */
const RETRY_WAITS: readonly number[] = [
  ...Array.from({ length: 12 }, (_, index) => FIRST_MS * 2 ** index),
  LAST_MS,
]

/** However much longer a model's server asks for, in milliseconds. */
const ASKED_MAX_MS = 600_000

/** The most that `retryWaitMs` says, after one failed try, after two, and so on. */
export const LONGEST_WAITS: readonly number[] = RETRY_WAITS.map((ms) => Math.max(ms, ASKED_MAX_MS))

/** At least as long as the server asked for that refused the try. `attempts` counts the one that failed. */
export function retryWaitMs(attempts: number, error: unknown): number {
  const ownMs = RETRY_WAITS[attempts - 1] ?? LAST_MS
  return Math.max(ownMs, Math.min(askedMs(error), ASKED_MAX_MS))
}

function askedMs(error: unknown): number {
  const seconds = error instanceof AppError ? error.details?.retryAfterSeconds : null
  return typeof seconds === 'number' ? 1_000 * seconds : 0
}
