import { requireCount } from './require-count.ts'

export type Turn = { query: string; response: string }

/**
 * The newest `maxHistory` turns of one conversation, in memory: the smallest form of all. 0 keeps nothing.
 * Throws `invalid_option` where `maxHistory` is no whole number of 0 or more.
 */
export class ConversationHistory {
  readonly #maxHistory: number
  /** A ring once it is full: `#oldest` is the place of the oldest turn, and the next to be written over. */
  #turns: Turn[] = []
  #oldest = 0

  constructor(maxHistory = 5) {
    requireCount('maxHistory', maxHistory)
    this.#maxHistory = maxHistory
  }

  get maxHistory(): number {
    return this.#maxHistory
  }

  /** Oldest first. Copies: changing them changes nothing here. */
  get history(): Turn[] {
    return [...this.#turns.slice(this.#oldest), ...this.#turns.slice(0, this.#oldest)].map((turn) => ({
      ...turn,
    }))
  }

  addQuery(query: string, response: string): void {
    if (this.#maxHistory === 0) return
    if (this.#turns.length < this.#maxHistory) {
      this.#turns.push({ query, response })
      return
    }
    this.#turns[this.#oldest] = { query, response }
    this.#oldest = (this.#oldest + 1) % this.#maxHistory
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
    this.#oldest = 0
  }
}
