import { StringDecoder } from 'node:string_decoder'
import { createDeltaJoiner } from './join-deltas.ts'

export type Coalescing = {
  /** How long a piece of text may be held back, in milliseconds. */
  holdMs: number
  /** Milliseconds of any steady clock. */
  now(): number
  setTimer(callback: () => void, ms: number): unknown
}

/**
 * A stream of server-sent events with the successive pieces of a text joined, so that all behind it has fewer events
 * to carry. A piece that comes after a pause, such as the first, goes on at once; so does everything else than text, with
 * what is held before it. A source that fails gives what it gave, and then fails. It is asked for more only while
 * somebody waits here.
 */
export function coalesceEvents(
  source: ReadableStream<Uint8Array>,
  { holdMs, now, setTimer }: Coalescing,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  // Not TextDecoder, which is several times slower where a piece may end within a character.
  const decoder = new StringDecoder('utf8')
  const encoder = new TextEncoder()
  const joiner = createDeltaJoiner()
  let ready = ''
  let end: 'closed' | { error: unknown } | null = null
  let lastReleased = -Infinity
  let reading = false
  let timing = false
  /** Somebody waits for more. */
  let waiting: ReadableStreamDefaultController<Uint8Array> | null = null

  const deliver = () => {
    const controller = waiting
    if (controller === null) return
    if (ready === '' && end === null) return read()
    waiting = null
    if (ready !== '') {
      const piece = encoder.encode(ready)
      ready = ''
      controller.enqueue(piece)
    } else if (end === 'closed') controller.close()
    // Only now: an error throws away whatever was not read before it.
    else controller.error(end?.error)
  }

  const release = () => {
    ready += joiner.release()
    lastReleased = now()
  }

  const onTimer = () => {
    timing = false
    if (!joiner.holds) return
    release()
    deliver()
  }

  const onChunk = (text: string) => {
    ready += joiner.push(text)
    if (!joiner.holds) return
    if (now() - lastReleased >= holdMs) release()
    else if (!timing) {
      timing = true
      setTimer(onTimer, holdMs)
    }
  }

  const onEnd = (how: typeof end) => {
    ready += joiner.push(decoder.end()) + joiner.end()
    end = how
  }

  const read = () => {
    if (reading) return
    reading = true
    reader.read().then(
      ({ done, value }) => {
        reading = false
        if (done) onEnd('closed')
        else onChunk(decoder.write(Buffer.from(value.buffer, value.byteOffset, value.byteLength)))
        deliver()
      },
      (error: unknown) => {
        reading = false
        onEnd({ error })
        deliver()
      },
    )
  }

  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        waiting = controller
        deliver()
      },
      cancel(reason) {
        waiting = null
        return reader.cancel(reason)
      },
    },
    // Who reads this asks ahead of need: to ask for more here would take what nobody has room for.
    { highWaterMark: 0 },
  )
}
