import type { LogEntry, RunContext } from '../ports/turn-store.ts'
import type { MessagePart, MessageView } from '../schemas/message.ts'
import { type Position, positionBehind, type RunEvent } from '../schemas/run-event.ts'
import { storable } from '../schemas/text.ts'
import type { ToolCall } from '../schemas/tool-call.ts'
import { deltasFrom } from './deltas.ts'
import { createGrowingAnswer } from './growing-answer.ts'
import type { Certainty } from './lifeline.ts'
import { RunAbort } from './run-abort.ts'

type Identity = { owner: string; runId: string; sessionId: string }

/** What is not stored yet. */
export type Unlogged = { entries: LogEntry[]; context: RunContext | null }

/** One answer while this process writes it: its text so far, those who follow it, and what the log lacks. */
export type LiveRun = Identity & {
  readonly signal: AbortSignal
  readonly parts: readonly MessagePart[]
  /** What the model says next, made storable: readers, log and message hold the same text. */
  append(kind: MessagePart['type'], text: string): void
  /** What the model asks its caller to do. Told, and stored, once the answer has ended: part of a call is of no use. */
  readonly toolCalls: readonly ToolCall[]
  call(toolCall: ToolCall): void
  abort(kind: RunAbort['kind']): void
  /** To be called when the end is stored: followers learn of it now. */
  end(answer: MessageView): void
  /** Followers get the error as their last event: the end could not be stored. */
  fail(error: Extract<RunEvent, { type: 'error' }>): void
  /** Resolves when the run has ended, however it did. */
  readonly ended: Promise<void>
  /**
   * Deltas from a position on, as large as they have become since the reader last asked, then the end; nothing more
   * once `left` is aborted.
   */
  follow(from: Position, left?: AbortSignal): AsyncGenerator<RunEvent, void, undefined>
  /** The decision behind the answer, to be stored with the log. */
  decide(decision: Omit<RunContext, 'runId'>): void
  /** What came since `logged` was last called with its result. */
  unlogged(): Unlogged
  /** To be called when it is stored, and so known that the run is still this process's. */
  logged(stored: Unlogged): void
}

const ALWAYS: Certainty = { confirm: () => undefined, isSure: () => true }

/** `seed`: what the answer begins with, and the log has. `certainty`: that no other process has taken the run over. */
export function createLiveRun(
  run: Identity,
  seed: readonly MessagePart[] = [],
  certainty: Certainty = ALWAYS,
): LiveRun {
  const controller = new AbortController()
  const answer = createGrowingAnswer(seed, certainty.isSure)
  let loggedTo = positionBehind(seed)
  let context: RunContext | null = null
  const toolCalls: ToolCall[] = []
  // Half of a surrogate pair that waits for the other half: neither the log nor a reader may hold it alone.
  let half = ''

  return {
    ...run,
    signal: controller.signal,
    parts: answer.parts,
    ended: answer.finished,

    append(kind, text) {
      const joined = half + text
      const cut = isHighSurrogate(joined.charCodeAt(joined.length - 1)) ? joined.length - 1 : joined.length
      half = joined.slice(cut)
      const whole = storable(joined.slice(0, cut))
      if (whole !== '') answer.append(kind, whole)
    },

    toolCalls,
    call({ id, name, arguments: written }) {
      toolCalls.push({ id: storable(id), name: storable(name), arguments: storable(written) })
    },

    abort: (kind) => controller.abort(new RunAbort(kind)),
    end: (message) => answer.finish({ type: 'end', answer: message }),
    fail: answer.finish,
    follow: answer.follow,

    decide(decision) {
      context = { runId: run.runId, ...decision }
    },

    unlogged: () => ({
      context,
      entries: deltasFrom(answer.parts, loggedTo).map(({ part, kind, offset, text }) => ({
        runId: run.runId,
        part,
        offset,
        kind,
        text,
      })),
    }),

    logged(stored) {
      const doubted = !certainty.isSure()
      certainty.confirm()
      if (doubted) answer.look()
      if (stored.context !== null) context = null
      const newest = stored.entries.at(-1)
      if (newest) loggedTo = { part: newest.part, offset: newest.offset + newest.text.length }
    },
  }
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
