import { eventId, type RunPosition } from '../schemas/ask.ts'
import { encodeEvent } from './encode-event.ts'

/** Words of an answer; `at`: where they begin. */
type Words = { text: string } & RunPosition

/**
 * Words as events. The format knows one line break, so that a carriage return becomes a line feed, and with a line feed
 * behind it nothing: one that ends a piece waits for the next, and no position is given between the two.
 */
export function createTextEvents() {
  let held: Words | null = null

  function encoded({ text, runId, at }: Words): string {
    const id = eventId({ runId, at: { part: at.part, offset: at.offset + text.length } })
    return encodeEvent({ id, data: text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') })
  }

  function rest(): string[] {
    const last = held
    held = null
    return last ? [encoded(last)] : []
  }

  return {
    add(words: Words): string[] {
      const before = held?.at.part === words.at.part ? '' : rest()
      const whole = held === null ? words : { ...words, text: held.text + words.text, at: held.at }
      const end = whole.text.endsWith('\r') ? whole.text.length - 1 : whole.text.length
      const { part, offset } = whole.at
      held = end === whole.text.length ? null : { ...whole, text: '\r', at: { part, offset: offset + end } }
      return [...before, ...(end === 0 ? [] : [encoded({ ...whole, text: whole.text.slice(0, end) })])]
    },

    /** What still waits, once nothing follows. */
    rest,
  }
}
