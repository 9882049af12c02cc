/** A failure whose message is all that the user needs: printed alone, without a stack. */
export class PlainError extends Error {
  /** @override */
  name = 'PlainError'
}

/**
 * One line a step, as plain text: what is done, a dot every three seconds of it, the time it took.
 * @param {(text: string) => void} write
 * @param {() => number} now milliseconds
 */
export function createProgress(write = (text) => process.stdout.write(text), now = Date.now) {
  return {
    /** @param {string} text */
    line: (text) => write(`${text}\n`),

    /**
     * @template T
     * @param {string} title
     * @param {() => Promise<T>} work
     * @returns {Promise<T>}
     */
    async step(title, work) {
      const begun = now()
      write(`${title} ...`)
      const dots = setInterval(() => write('.'), 3_000)
      try {
        const result = await work()
        write(` ${((now() - begun) / 1000).toFixed(1)} s\n`)
        return result
      } catch (error) {
        write(' failed\n')
        throw error
      } finally {
        clearInterval(dots)
      }
    },
  }
}

/** @typedef {ReturnType<typeof createProgress>} Progress */
