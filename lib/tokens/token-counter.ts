import type { TokenCounter } from '../ports/token-counter.ts'
import { type CountThread, createCountThread } from './count-thread.ts'

/**
 * From this length on, in UTF-16 units, a text goes to the thread. Below it the worst text takes some 20 ms, and nearly
 * every message is counted faster than it would be handed over.
 */
export const LONG_TEXT = 16_384

/** The counter of a server: exact, and the event loop keeps turning whatever the text. */
export function createTokenCounter(
  thread: CountThread = createCountThread(),
): TokenCounter & { close(): Promise<void> } {
  return {
    async count(text) {
      if (text.length >= LONG_TEXT) return thread.count(text)
      // Imported here, so that a start does not wait for the tables.
      const { countBoth } = await import('./count-both.ts')
      return countBoth(text)
    },
    close: () => thread.close(),
  }
}
