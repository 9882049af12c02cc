/**
 * A response in place of a stream of events, such as a web page; `said` is how it begins, at most some 64,000
 * characters.
 */
export class NotAStreamError extends Error {
  override readonly name = 'NotAStreamError'
  readonly said: string

  constructor(said: string) {
    super('The response is no stream of events.')
    this.said = said
  }
}

const LONGEST_BEGINNING = 64_000

/** How JSON and web pages begin. */
const DOCUMENT = /^\s*[[{<]/

/** A line of a stream of events. One that begins with a colon is a comment. */
const EVENT_LINE = /^(?:data|event|id|retry)?:/m

/**
 * Whether a response's body is a stream of events, by what it holds: what servers call it says little. Takes the body
 * piece by piece until that is clear.
 */
export function createStreamCheck() {
  let beginning = ''
  let isStream = false
  return {
    take(piece: string): void {
      if (isStream || beginning.length > LONGEST_BEGINNING) return
      beginning += piece
      isStream = !DOCUMENT.test(beginning) && EVENT_LINE.test(beginning.trimStart())
      if (isStream) beginning = ''
    },
    /** It is none, however it goes on. */
    get isHopeless(): boolean {
      return beginning.length > LONGEST_BEGINNING
    },
    /** To be called at the end: null where it was one. */
    failure: (): NotAStreamError | null => (isStream ? null : new NotAStreamError(beginning)),
  }
}
