import type { MessagePart } from '../schemas/message.ts'
import type { Position, RunEvent } from '../schemas/run-event.ts'
import { deltasFrom } from './deltas.ts'

/** The text of an answer as it comes, for any number of readers, each of whom may be anywhere in it. */
export type GrowingAnswer = {
  readonly parts: readonly MessagePart[]
  append(kind: MessagePart['type'], text: string): void
  /** To be called when `isSure` has become true. */
  look(): void
  /**
   * The last event of every reader, also of those who come later. What they lack of an ended answer is told before it.
   */
  finish(event: RunEvent): void
  /** Resolves when it is finished. */
  readonly finished: Promise<void>
  /**
   * Deltas from a position on, as large as they have become since the reader last asked, then the last event. Ends at
   * once when `left` is aborted: a generator that waits does not hear its `return`.
   */
  follow(from: Position, left?: AbortSignal): AsyncGenerator<RunEvent, void, undefined>
}

/** `seed` is what it begins with. While it is not sure that the text counts, readers wait. */
export function createGrowingAnswer(
  seed: readonly MessagePart[] = [],
  isSure: () => boolean = () => true,
): GrowingAnswer {
  const parts = seed.map((part) => ({ ...part }))
  const finished = Promise.withResolvers<void>()
  let last: RunEvent | null = null
  let changed = Promise.withResolvers<void>()

  /** What counts: of an answer that has ended what is stored, which another process may have done. */
  const counting = (): readonly MessagePart[] => {
    if (last?.type === 'end') return last.answer.parts
    return isSure() ? parts : []
  }

  const wake = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }

  return {
    parts,
    finished: finished.promise,

    append(kind, text) {
      const part = parts.at(-1)
      if (part?.type === kind) part.text += text
      else parts.push({ type: kind, text })
      wake()
    },

    look: wake,

    finish(event) {
      last = event
      finished.resolve()
      wake()
    },

    async *follow(from, left) {
      left?.addEventListener('abort', wake, { once: true })
      let at = from
      while (!left?.aborted) {
        const next = changed.promise
        const deltas = deltasFrom(counting(), at)
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
  }
}
