/**
 * Tries of tokens, counted for each address and for all together, by all processes. A try that is used comes back by
 * itself after a while, or at once where it turned out to be a right token.
 */
export type AccessAttempts = {
  /** Uses one; null, or where none is left the time from which one will be. */
  take(address: string, now: Date): Promise<Date | null>
  /** Uses none: null while the address itself has one left, whatever all together have. */
  waitOf(address: string, now: Date): Promise<Date | null>
  giveBack(address: string): Promise<void>
}
