/** A list of messages as the walk sees it. Holds the exchange that was stepped to, so that a step allocates nothing. */
export type ExchangeCursor = {
  /** Steps to the exchange that ends before the place `end`. */
  step(end: number): void
  /** The place where it begins. */
  start: number
  /** What it takes, in tokens; null: nothing of it is sent. */
  cost: number | null
}

/** What may be kept; `Infinity`: no limit. Tokens are below 0 when what must be sent is over the limit alone. */
export type Room = { exchanges: number; tokens: number }

export type Kept = {
  /** The place where the kept part begins. */
  start: number
  exchanges: number
  tokens: number
  /** What the exchange before `start` fell to; null: everything down to the floor was walked. */
  stop: 'window' | 'budget' | null
}

/**
 * Window and budget in one walk from the newest exchange back. It ends at the first exchange that has no
 * room and looks at nothing older, so that it costs what is kept, whatever the length of the list. Exchanges
 * of which nothing is sent take no room.
 */
export function keepNewest(cursor: ExchangeCursor, floor: number, end: number, room: Room): Kept {
  let start = end
  let exchanges = 0
  let tokens = 0
  while (start > floor) {
    if (exchanges >= room.exchanges) return { start, exchanges, tokens, stop: 'window' }
    cursor.step(start)
    const { cost } = cursor
    if (cost !== null) {
      if (tokens + cost > room.tokens) return { start, exchanges, tokens, stop: 'budget' }
      tokens += cost
      exchanges += 1
    }
    start = cursor.start
  }
  return { start, exchanges, tokens, stop: null }
}
