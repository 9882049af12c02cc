/** Whether a run is still this process's, as far as was seen. */
export type Certainty = {
  /** The database said so. */
  confirm(): void
  isSure(): boolean
}

/** What others judge this process by: its beats. One that they take for dead loses its runs, and does not know it. */
export type Lifeline = {
  /** Before a beat's time is taken; what it returns is to be called once the beat is written. */
  beat(): () => void
  /** For a run that begins now. */
  certainty(): Certainty
}

/** Milliseconds: one clock that is never set but may stand still while a machine sleeps, and one that does neither. */
export type TwoClocks = { monotonic(): number; wall(): number }

const CLOCKS: TwoClocks = { monotonic: () => performance.now(), wall: () => Date.now() }

/**
 * Sure for so long after the time of the last beat that was written. A process that was stopped, or slept, goes on with
 * what it was about to do, and by then another may have taken its work over: after a beat that came too late each run
 * is doubted until the database says that it is still this process's.
 */
export function createLifeline(forMs: number, { monotonic, wall }: TwoClocks = CLOCKS): Lifeline {
  const now = () => ({ monotonic: monotonic(), wall: wall() })
  let beaten = now()
  let lateBeats = 0
  const isAlive = () => Math.max(monotonic() - beaten.monotonic, wall() - beaten.wall) < forMs

  return {
    beat() {
      const time = now()
      return () => {
        if (!isAlive()) lateBeats += 1
        beaten = time
      }
    },
    certainty() {
      let confirmedAfter = lateBeats
      return {
        confirm() {
          confirmedAfter = lateBeats
        },
        isSure: () => isAlive() && confirmedAfter === lateBeats,
      }
    },
  }
}
