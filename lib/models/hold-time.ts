import { performance } from 'node:perf_hooks'

/** Two or three tokens of a model that writes 50 a second; nobody sees so short a wait. */
export const SHORTEST_MS = 40
/** Five pieces a second still read as a flow. */
export const LONGEST_MS = 200

/** From this share of its time on, a process that has work holds longer; from the second one on, longest. */
const BUSY = 0.5
const FULL = 0.75
const MEASURED_MS = 100

/** Milliseconds that this thread has waited for work, and worked, since any moment. */
export type LoopTimes = { idle: number; active: number }

/**
 * How long to hold a piece of text, in milliseconds, by how busy this thread was of late: what a piece costs is the
 * same whatever its length, so that a full processor gets further with fewer. New answers find it free to begin.
 */
export function createHoldTime(times: () => LoopTimes = () => performance.eventLoopUtilization()) {
  let last = times()
  let holdMs = SHORTEST_MS
  return (): number => {
    const { idle, active } = times()
    const worked = active - last.active
    const passed = idle - last.idle + worked
    if (passed >= MEASURED_MS) {
      last = { idle, active }
      holdMs = holdFor(worked / passed)
    }
    return holdMs
  }
}

function holdFor(share: number): number {
  const load = Math.min(1, Math.max(0, (share - BUSY) / (FULL - BUSY)))
  return SHORTEST_MS + load * (LONGEST_MS - SHORTEST_MS)
}
