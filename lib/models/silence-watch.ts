export type SilenceLimits = {
  /** From the request to the first sign of an answer. */
  firstByteMs: number
  /** Between two signs of it. */
  betweenChunksMs: number
}

/**
 * Calls `onSilence` once when nothing is heard for too long. It counts only while one listens: the time that a
 * reader takes over a piece is not the server's silence.
 */
export function watchSilence(limits: SilenceLimits, onSilence: (silentMs: number) => void) {
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => onSilence(ms), ms)
  }
  wait(limits.firstByteMs)
  return {
    heard: () => clearTimeout(timer),
    listen: () => wait(limits.betweenChunksMs),
    stop: () => clearTimeout(timer),
  }
}
