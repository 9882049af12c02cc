import type { LogEntry } from '../ports/turn-store.ts'
import type { MessagePart, MessageView } from '../schemas/message.ts'
import type { Position, RunEvent } from '../schemas/run-event.ts'
import { storable } from '../schemas/text.ts'
import { deltasFrom } from './deltas.ts'
import { RunAbort } from './run-abort.ts'

/** One answer while this process writes it: its text so far, those who follow it, and what the log lacks. */
export type LiveRun = {
  readonly runId: string
  readonly sessionId: string
  readonly signal: AbortSignal
  readonly parts: readonly MessagePart[]
  /** What the model says next, made storable: readers, log and message hold the same text. */
  append(kind: MessagePart['type'], text: string): void
  abort(kind: RunAbort['kind']): void
  /** To be called when the end is stored: followers learn of it now. */
  end(answer: MessageView): void
  /** Followers get the error as their last event: the end could not be stored. */
  fail(error: Extract<RunEvent, { type: 'error' }>): void
  /** Resolves when the run has ended, however it did. */
  readonly ended: Promise<void>
  /** Deltas from a position on, as large as they have become since the reader last asked, then the end. */
  follow(from: Position): AsyncGenerator<RunEvent, void, undefined>
  /** What came since `logged` was last called with its result. */
  unlogged(): LogEntry[]
  logged(entries: readonly LogEntry[]): void
}

export function createLiveRun(run: { runId: string; sessionId: string }): LiveRun {
  const controller = new AbortController()
  const parts: MessagePart[] = []
  const end = Promise.withResolvers<void>()
  let last: RunEvent | null = null
  let changed = Promise.withResolvers<void>()
  let loggedTo: Position = { part: 0, offset: 0 }
  // Half of a surrogate pair that waits for the other half: neither the log nor a reader may hold it alone.
  let half = ''

  const wake = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }

  const finish = (event: RunEvent) => {
    last = event
    end.resolve()
    wake()
  }

  return {
    ...run,
    signal: controller.signal,
    parts,
    ended: end.promise,

    append(kind, text) {
      const joined = half + text
      const cut = isHighSurrogate(joined.charCodeAt(joined.length - 1)) ? joined.length - 1 : joined.length
      half = joined.slice(cut)
      const whole = storable(joined.slice(0, cut))
      if (whole === '') return
      const part = parts.at(-1)
      if (part?.type === kind) part.text += whole
      else parts.push({ type: kind, text: whole })
      wake()
    },

    abort: (kind) => controller.abort(new RunAbort(kind)),
    end: (answer) => finish({ type: 'end', answer }),
    fail: finish,

    async *follow(from) {
      let at = from
      for (;;) {
        const next = changed.promise
        const deltas = deltasFrom(parts, at)
        for (const delta of deltas) {
          at = { part: delta.part, offset: delta.offset + delta.text.length }
          yield delta
        }
        if (deltas.length > 0) continue
        if (last) {
          yield last
          return
        }
        await next
      }
    },

    unlogged: () =>
      deltasFrom(parts, loggedTo).map(({ part, kind, offset, text }) => ({
        runId: run.runId,
        part,
        offset,
        kind,
        text,
      })),

    logged(entries) {
      const newest = entries.at(-1)
      if (newest) loggedTo = { part: newest.part, offset: newest.offset + newest.text.length }
    },
  }
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
