/** Whether what was last told may still be relied on. */
export type Certainty = { confirm(): void; isSure(): boolean }

/** Milliseconds: one clock that is never set but may stand still while a machine sleeps, and one that does neither. */
export type TwoClocks = { monotonic(): number; wall(): number }

const CLOCKS: TwoClocks = { monotonic: () => performance.now(), wall: () => Date.now() }

/**
 * For so long after each confirmation. A process that was stopped, or slept, does not know it: the first thing it does is
 * what it was about to do, and by then another may have taken its work over.
 */
export function createCertainty(forMs: number, { monotonic, wall }: TwoClocks = CLOCKS): Certainty {
  let confirmed = { monotonic: monotonic(), wall: wall() }
  return {
    confirm() {
      confirmed = { monotonic: monotonic(), wall: wall() }
    },
    isSure: () => Math.max(monotonic() - confirmed.monotonic, wall() - confirmed.wall) < forMs,
  }
}
