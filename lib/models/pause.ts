import { setTimeout as timer } from 'node:timers/promises'

/** Waits; rejects with the signal's reason when that is aborted meanwhile. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pause: Pause = async (ms, signal) => {
  try {
    await timer(ms, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
