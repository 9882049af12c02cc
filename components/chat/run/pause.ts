/** Waits before a new attempt. Rejects with the signal's reason when it is aborted. */
export type Pause = (attempt: number, signal: AbortSignal) => Promise<void>

/** Half a second, doubled with each attempt up to ten; over at once when the network or the reader comes back. */
export const pauseUntilLikely: Pause = (attempt, signal) =>
  new Promise((resolve, reject) => {
    const over = new AbortController()
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      over.abort()
      settle()
    }
    const timer = setTimeout(end(resolve), Math.min(10_000, 500 * 2 ** attempt))
    if (signal.aborted) return end(() => reject(signal.reason))()
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      over,
    )
    window.addEventListener('online', end(resolve), over)
    document.addEventListener('visibilitychange', end(resolve), over)
  })
