import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** Longer than the monitor's own beat: it sees nothing before its first, and what is held at the end with the next. */
const BEATS_MS = 5

/** How long work holds the event loop at most, in milliseconds, with what it gives. */
export async function longestHold<T>(work: () => Promise<T>): Promise<{ held: number; value: T }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await setTimeout(BEATS_MS)
  const value = await work()
  await setTimeout(BEATS_MS)
  delay.disable()
  return { held: delay.max / 1e6, value }
}
