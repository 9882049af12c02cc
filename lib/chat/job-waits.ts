const FIRST_MS = 1_000
const LAST_MS = 3_600_000

/** In milliseconds, after one failed try, after two, and so on: doubling from a second to an hour, where it stays. */
export const RETRY_WAITS: readonly number[] = [
  ...Array.from({ length: 12 }, (_, index) => FIRST_MS * 2 ** index),
  LAST_MS,
]

/** `attempts` counts the one that failed. */
export const retryWaitMs = (attempts: number): number => RETRY_WAITS[attempts - 1] ?? LAST_MS
