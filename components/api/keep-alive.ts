/** What browsers let the requests that outlive their page weigh together, in bytes of their bodies. */
export const KEEP_ALIVE_MAX = 64 * 1024

export const bytesOf = (body: string): number => new TextEncoder().encode(body).length

/**
 * Shares that allowance out among the requests under way: beyond it a browser refuses the request, where without
 * outliving the page it would go. `take` gives what gives the share back; null: there is no room.
 */
export function createKeepAlive(max = KEEP_ALIVE_MAX) {
  let taken = 0
  return {
    take(bytes: number): (() => void) | null {
      if (taken + bytes > max) return null
      taken += bytes
      return () => {
        taken -= bytes
      }
    },
  }
}
