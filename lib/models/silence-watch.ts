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
  const rest = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      onSilence(ms)
    }, ms)
  }
  wait(limits.firstByteMs)
  return {
    heard: rest,
    listen: () => wait(limits.betweenChunksMs),
    /** It is still at work, without a part of the answer: what is waited for may take as long again. */
    lives: () => void timer?.refresh(),
    stop: rest,
  }
}
