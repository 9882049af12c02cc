import { type DeltaEvent, deltaEvent } from './delta-event.ts'

/** Joins the deltas of a stream of events; everything else goes through as it came, in its place. */
export type DeltaJoiner = {
  /** Takes a piece of the stream, cut anywhere. Returns what may go on at once: all up to the delta that is held. */
  push(text: string): string
  /** Whether a delta is held that others may be joined to. */
  readonly holds: boolean
  /** The held delta, as one event; empty where there is none. */
  release(): string
  /** The stream is over: what is held, and what came of an event that was not ended. */
  end(): string
}

/** What ends an event. A carriage return at the very end may be half of a line's end. */
const BLANK_LINE = /(?:\r\n|\n|\r(?!\n|$))(?:\r\n|\n|\r(?!\n|$))/g
const LONGEST_BLANK_LINE = 4

export function createDeltaJoiner(): DeltaJoiner {
  let rest = ''
  let held: { first: DeltaEvent; block: string; texts: string[] } | null = null

  const release = (): string => {
    if (held === null) return ''
    const { first, block, texts } = held
    held = null
    return texts.length === 1 ? block : first.withText(texts.join(''))
  }

  /** One whole event. Returns what may go on because of it. */
  const take = (block: string): string => {
    const event = deltaEvent(block)
    if (event === null) return release() + block
    if (held?.first.key === event.key) {
      held.texts.push(event.text)
      return ''
    }
    const before = release()
    held = { first: event, block, texts: [event.text] }
    return before
  }

  return {
    push(text) {
      // What was looked through before has no end in it, but for one that the cut went through.
      BLANK_LINE.lastIndex = Math.max(0, rest.length - LONGEST_BLANK_LINE)
      rest += text
      let ready = ''
      let from = 0
      for (let match = BLANK_LINE.exec(rest); match; match = BLANK_LINE.exec(rest)) {
        ready += take(rest.slice(from, BLANK_LINE.lastIndex))
        from = BLANK_LINE.lastIndex
      }
      rest = rest.slice(from)
      return ready
    },
    get holds() {
      return held !== null
    },
    release,
    end: () => {
      const last = release() + rest
      rest = ''
      return last
    },
  }
}
