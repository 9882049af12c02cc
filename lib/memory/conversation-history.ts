import { requireCount } from './require-count.ts'

export type Turn = { query: string; response: string }

/**
 * The newest `maxHistory` turns of one conversation, in memory: the smallest form of all. 0 keeps nothing.
 * Throws `invalid_option` where `maxHistory` is no whole number of 0 or more.
 */
export class ConversationHistory {
  readonly #maxHistory: number
  /** A ring: `#next` is the place that the next turn is written to; once it is full, the oldest stands there. */
  #turns: Turn[] = []
  #next = 0

  constructor(maxHistory = 5) {
    requireCount('maxHistory', maxHistory)
    this.#maxHistory = maxHistory
  }

  get maxHistory(): number {
    return this.#maxHistory
  }

  /** Oldest first. Copies: changing them changes nothing here. */
  get history(): Turn[] {
    return [...this.#turns.slice(this.#next), ...this.#turns.slice(0, this.#next)].map((turn) => ({
      ...turn,
    }))
  }

  addQuery(query: string, response: string): void {
    if (this.#maxHistory === 0) return
    this.#turns[this.#next] = { query, response }
    this.#next = (this.#next + 1) % this.#maxHistory
  }

  /** `User: …` and `System: …` lines for a prompt, without trailing white space; empty when there is no turn. */
  getContext(): string {
    return this.history
      .map(({ query, response }) => `User: ${query}\nSystem: ${response}`)
      .join('\n')
      .trimEnd()
  }

  clear(): void {
    this.#turns = []
    this.#next = 0
  }
}
