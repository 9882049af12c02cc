import { setImmediate as turn } from 'node:timers/promises'

/** Work of one turn of the event loop, in milliseconds, after which the others have theirs. */
const ROW_MS = 5

/**
 * Called before each piece of work, lets the others have their turn where pieces have followed each other for too long.
 * SQLite's driver answers synchronously: a row of its statements would be one long pause for all else. Not after each: a
 * turn of a busy event loop takes as long as many statements. Fifty answers that begin at once on one whose turns take
 * 20 ms had all begun after 1.15 s of processor with a turn for each write, and after 0.4 to 0.65 s so.
 */
export function createPauses(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let rowSince: number | null = null
  const begin = () => {
    if (rowSince !== null) return
    rowSince = now()
    setImmediate(() => {
      rowSince = null
    })
  }
  return () => {
    if (rowSince !== null && now() - rowSince >= ROW_MS) return turn().then(begin)
    begin()
    return undefined
  }
}
