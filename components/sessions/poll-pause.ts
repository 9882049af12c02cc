/** While something happens, or may. */
export const BUSY_MS = 2_000
const QUIET_MS = 4 * BUSY_MS
/** So long nothing must have changed for a list to be quiet: a title may come some time after its answer. */
const QUIET_AFTER_MS = 60_000

type Seen = {
  /** Some session is being answered. */
  answering: boolean
  /** Since the list last changed. */
  unchangedMs: number
  /** The last look found no server. */
  failed: boolean
}

/** How long to wait before the list is looked at again, in ms. */
export function pollPause({ answering, unchangedMs, failed }: Seen): number {
  if (failed) return QUIET_MS
  return answering || unchangedMs < QUIET_AFTER_MS ? BUSY_MS : QUIET_MS
}
