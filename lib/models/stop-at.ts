import type { ModelEvent } from '../ports/chat-models.ts'

const UNCOUNTED = { input: null, cachedInput: null, output: null, reasoning: null }

/**
 * An answer that ends before the one of these texts that is complete first, for a model whose server knows no such thing:
 * the call is ended there. What may be the beginning of one is held back until it is known to be none.
 */
export async function* stopAt(
  events: AsyncIterable<ModelEvent>,
  stop: readonly string[],
): AsyncGenerator<ModelEvent> {
  const marks = stop.filter((mark) => mark !== '')
  let held = ''
  for await (const event of events) {
    if (event.type === 'text') {
      held += event.text
      const end = firstOf(marks, held)
      const free = end ?? held.length - heldBack(marks, held)
      if (free > 0) yield { type: 'text', text: held.slice(0, free) }
      if (end !== null) {
        yield { type: 'end', usage: UNCOUNTED, reason: 'stop' }
        return
      }
      held = held.slice(free)
      continue
    }
    if (held !== '') yield { type: 'text', text: held }
    held = ''
    yield event
  }
}

/**
 * Where the one begins that is complete first, the longest of several; null: none is there. By its end, not by its
 * beginning: whether a longer one follows is not known yet where an answer comes in pieces.
 */
function firstOf(marks: readonly string[], text: string): number | null {
  const found = marks
    .map((mark) => ({ place: text.indexOf(mark), length: mark.length }))
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place + a.length - (b.place + b.length) || a.place - b.place)
  return found[0]?.place ?? null
}

/** How much of the end may be the beginning of one. */
function heldBack(marks: readonly string[], text: string): number {
  const longest = Math.max(0, ...marks.map((mark) => mark.length - 1))
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(-length)
    if (marks.some((mark) => mark.startsWith(end))) return length
  }
  return 0
}
