import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createDeltaJoiner } from './join-deltas.ts'
import { createStreamCheck } from './stream-check.ts'

export type Coalescing = {
  /** How long a piece of text may be held back now, in milliseconds. */
  holdMs(): number
  /** Milliseconds of any steady clock. */
  now(): number
  setTimer(callback: () => void, ms: number): unknown
  /** Called with every piece that comes, whatever is in it. */
  onPiece(): void
}

/** The last event of Chat Completions. */
const DONE = /^data: ?\[DONE\]\s*$/m

/**
 * How long a server may take to end its response behind that, in milliseconds. Some never do; one that does is asked
 * again over the same connection.
 */
const LINGER_MS = 1_000

/**
 * A stream of server-sent events with the successive pieces of a text joined, so that all behind it has fewer events
 * to carry. A piece that comes after a pause, such as the first, goes on at once; so does everything else than text,
 * with what is held before it. A source that fails gives what it gave, and then fails; so does one that was no stream
 * of events, with a `NotAStreamError`. It is asked for more only while somebody waits here.
 */
export function coalesceEvents(
  source: Readable,
  { holdMs, now, setTimer, onPiece }: Coalescing,
): ReadableStream<Uint8Array> {
  // Not TextDecoder, which is several times slower where a piece may end within a character.
  const decoder = new StringDecoder('utf8')
  const encoder = new TextEncoder()
  const joiner = createDeltaJoiner()
  const check = createStreamCheck()
  let ready = ''
  let end: 'closed' | { error: unknown } | null = null
  let lastReleased = -Infinity
  let timing = false
  /** Somebody waits for more. */
  let waiting: ReadableStreamDefaultController<Uint8Array> | null = null

  const deliver = () => {
    const controller = waiting
    if (controller === null) return
    if (ready === '' && end === null) return void source.resume()
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
    check.take(text)
    ready += joiner.push(text)
    if (!joiner.holds) return
    const hold = holdMs()
    if (now() - lastReleased >= hold) release()
    else if (!timing) {
      timing = true
      setTimer(onTimer, hold)
    }
  }

  const onEnd = (how: NonNullable<typeof end>) => {
    if (end !== null) return
    ready += joiner.push(decoder.end()) + joiner.end()
    end = how
    deliver()
  }

  source.pause()
  source.on('data', (piece: Buffer) => {
    onPiece()
    onChunk(decoder.write(piece))
    if (check.isHopeless) source.destroy(check.failure() ?? undefined)
    if (DONE.test(ready)) setTimer(() => onEnd('closed'), LINGER_MS)
    deliver()
    // What comes now has nowhere to go.
    if (waiting === null) source.pause()
  })
  source.once('end', () => {
    const failure = check.failure()
    onEnd(failure === null ? 'closed' : { error: failure })
  })
  source.once('error', (error) => onEnd({ error }))
  source.once('close', () => onEnd({ error: new Error('The source was closed before its end.') }))

  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        waiting = controller
        deliver()
      },
      cancel() {
        waiting = null
        source.destroy()
      },
    },
    // Who reads this asks ahead of need: to ask for more here would take what nobody has room for.
    { highWaterMark: 0 },
  )
}
