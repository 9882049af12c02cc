import type { SignsOfLife } from '../ports/processes.ts'

/** What the clocks of two machines may differ by, or one be set right by, before it counts as a jump. */
const JUMP_MS = 2_000

/**
 * The time by which processes judge each other: the database's, which they share, carried on by a clock that is never
 * set. When the database's own clock is set (an hour back, or forward after a laptop's sleep) all beats look wrong
 * until they are renewed; for that long nobody is judged.
 */
export type LivenessClock = {
  now(): Date
  /** Asks the database, unless that was done a moment ago. */
  sync(): Promise<void>
  /** To be called while the database cannot be reached: others cannot beat either, and need time to do so again. */
  pardon(): void
  /** Which beats show that a process lives. One from the future was written before the clock went back. */
  signsOfLife(): SignsOfLife
}

export function createLivenessClock(deps: {
  time(): Promise<Date>
  /** Milliseconds from a clock that only goes forward. */
  monotonic(): number
  deadAfterMs: number
}): LivenessClock {
  const { monotonic, deadAfterMs } = deps
  const freshForMs = deadAfterMs / 10
  // Less than what a beat that comes late by it would still have left, at a beat every third of the time.
  const slowMs = deadAfterMs / 5
  let synced: { time: number; at: number } | null = null
  let judgeFrom = 0

  const pardon = () => {
    judgeFrom = monotonic() + deadAfterMs
  }

  const nowMs = () => {
    if (synced === null) throw new Error('The clock is read before it was set.')
    return synced.time + monotonic() - synced.at
  }

  return {
    now: () => new Date(nowMs()),

    async sync() {
      if (synced !== null && monotonic() - synced.at < freshForMs) return
      const asked = monotonic()
      const time = (await deps.time()).getTime()
      const jumped = synced !== null && Math.abs(time - nowMs()) > JUMP_MS
      // A database that kept this process waiting kept the beats of others waiting too.
      if (jumped || monotonic() - asked > slowMs) pardon()
      synced = { time, at: monotonic() }
    },

    pardon,

    signsOfLife() {
      if (monotonic() < judgeFrom) return 'any'
      return { from: new Date(nowMs() - deadAfterMs), to: new Date(nowMs() + deadAfterMs) }
    },
  }
}
