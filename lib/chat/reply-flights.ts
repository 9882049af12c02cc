import type { MessagePart } from '../schemas/message.ts'

/** Of those in this process who ask the same at the same time: the first one's look into the cache, and its call. */
export type Flight = {
  /** What the cache has; null: nothing, and the first one asks the model. */
  readonly found: Promise<readonly MessagePart[] | null>
  /** The model's answer has ended, and is being kept. */
  readonly answered: boolean
  /** Resolves when the answer is kept, or when there will be none. */
  readonly over: Promise<void>
}

/** The flight of whoever began it. */
export type OwnFlight = {
  answer(): void
  /** The next one can begin. */
  end(): void
}

/** One a key at most. */
export type ReplyFlights = {
  get(key: string): Flight | undefined
  /** To be called where there is none. */
  begin(key: string, found: Flight['found']): OwnFlight
}

export function createReplyFlights(): ReplyFlights {
  const flights = new Map<string, Flight>()
  return {
    get: (key) => flights.get(key),
    begin(key, found) {
      const over = Promise.withResolvers<void>()
      const flight = { found, answered: false, over: over.promise }
      flights.set(key, flight)
      return {
        answer() {
          flight.answered = true
        },
        end() {
          flights.delete(key)
          over.resolve()
        },
      }
    },
  }
}
