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
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const joiner = createDeltaJoiner()
  let ready = ''
  let end: 'closed' | { error: unknown } | null = null
  let lastReleased = -Infinity
  let reading = false
  let timing = false
  let wake: (() => void) | null = null

  const tell = () => {
    wake?.()
    wake = null
  }

  const release = () => {
    ready += joiner.release()
    lastReleased = now()
  }

  const onTimer = () => {
    timing = false
    if (!joiner.holds) return
    release()
    tell()
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
    ready += joiner.push(decoder.decode()) + joiner.end()
    end = how
  }

  const read = () => {
    if (reading || end !== null) return
    reading = true
    const then = () => {
      reading = false
      if (ready !== '' || end !== null) tell()
      else read()
    }
    reader
      .read()
      .then(
        ({ done, value }) => (done ? onEnd('closed') : onChunk(decoder.decode(value, { stream: true }))),
        (error: unknown) => onEnd({ error }),
      )
      .then(then)
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (ready === '' && end === null) {
          read()
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        if (ready !== '') {
          controller.enqueue(encoder.encode(ready))
          ready = ''
        } else if (end === 'closed') controller.close()
        // Only now: an error throws away whatever was not read before it.
        else controller.error(end?.error)
      },
      cancel(reason) {
        wake = null
        return reader.cancel(reason)
      },
    },
    // Who reads this asks ahead of need: to ask for more here would take what nobody has room for.
    { highWaterMark: 0 },
  )
}
