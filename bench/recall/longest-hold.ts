import { setTimeout } from 'node:timers/promises'

/** How often the event loop is looked at, in milliseconds. */
const BEAT_MS = 1

/** `held`: by the clock. `worked`: what this thread itself computed meanwhile, without waiting for a core. Milliseconds. */
export type Hold = { held: number; worked: number }

/** Node 22 does not tell. */
const UNKNOWN = { user: Number.NaN, system: Number.NaN }

/** The longest that work holds the event loop, each by its own longest, with what it gives. */
export async function longestHold<T>(work: () => Promise<T>): Promise<Hold & { value: T }> {
  const longest = { held: 0, worked: 0 }
  let over = false
  const watched = (async () => {
    while (!over) {
      const [start, used] = [performance.now(), process.threadCpuUsage?.()]
      await setTimeout(BEAT_MS)
      const { user, system } = used ? process.threadCpuUsage(used) : UNKNOWN
      longest.held = Math.max(longest.held, performance.now() - start - BEAT_MS)
      longest.worked = Math.max(longest.worked, (user + system) / 1_000)
    }
  })()
  const value = await work()
  over = true
  await watched
  return { ...longest, value }
}
