import { sentenceOf } from '@/components/api/api-error'

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'failed'; message: string }

type Options<T> = {
  save: (value: T) => Promise<unknown>
  onState: (state: SaveState) => void
  /** How long a change waits for the next one. */
  delayMs: number
  /** Runs `run` after `ms`; returns what calls it off. */
  later: (run: () => void, ms: number) => () => void
}

export type Autosave<T> = { change(value: T): void; flush(): Promise<void> }

/**
 * Saves the newest value a moment after the last change. One save at a time, so that an older value never
 * arrives last; one that failed is kept for the next flush or change.
 */
export function createAutosave<T>({ save, onState, delayMs, later }: Options<T>): Autosave<T> {
  let pending: { value: T } | null = null
  let saving: Promise<void> | null = null
  let callOff: (() => void) | null = null

  async function saveAll(): Promise<void> {
    while (pending !== null) {
      const { value } = pending
      pending = null
      onState({ kind: 'saving' })
      try {
        await save(value)
      } catch (error) {
        pending ??= { value }
        onState({ kind: 'failed', message: sentenceOf(error) })
        return
      }
    }
    onState({ kind: 'saved' })
  }

  function flush(): Promise<void> {
    callOff?.()
    if (pending === null && saving === null) return Promise.resolve()
    saving ??= saveAll().finally(() => {
      saving = null
    })
    return saving
  }

  return {
    change(value) {
      pending = { value }
      onState({ kind: 'unsaved' })
      callOff?.()
      callOff = later(() => void flush(), delayMs)
    },
    flush,
  }
}
