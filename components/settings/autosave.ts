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

export type Autosave<T> = {
  change(value: T): void
  flush(): Promise<void>
  /**
   * Asks for the newest value to be saved before it returns. For a page that is left: nothing after that is sure to
   * run.
   */
  leave(): void
  /** The newest value, as long as it is not known to be stored. */
  unsaved(): { value: T } | null
}

/**
 * Saves the newest value a moment after the last change. One save at a time, so that an older value never
 * arrives last (but for `leave`, which cannot wait); one that failed is kept for the next flush or change.
 */
export function createAutosave<T>({ save, onState, delayMs, later }: Options<T>): Autosave<T> {
  /** The last change, until it is stored; and the same one, as long as nobody is saving it. */
  let newest: { value: T } | null = null
  let pending: { value: T } | null = null
  let saving: Promise<void> | null = null
  let callOff: (() => void) | null = null

  /** Whether to go on: a change that failed waits, unless a newer one is on its way. */
  async function saveOne(change: { value: T }): Promise<boolean> {
    pending = null
    onState({ kind: 'saving' })
    try {
      await save(change.value)
      if (change === newest) newest = null
      return true
    } catch (error) {
      if (change === newest) pending = change
      if (pending === null) return true
      onState({ kind: 'failed', message: sentenceOf(error) })
      return false
    }
  }

  async function saveAll(): Promise<void> {
    while (pending !== null) if (!(await saveOne(pending))) return
    if (newest === null) onState({ kind: 'saved' })
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
      newest = { value }
      pending = newest
      onState({ kind: 'unsaved' })
      callOff?.()
      callOff = later(() => void flush(), delayMs)
    },
    flush,
    leave() {
      callOff?.()
      if (pending === null) return
      if (saving === null) void flush()
      else void saveOne(pending).then(() => newest === null && onState({ kind: 'saved' }))
    },
    unsaved: () => newest,
  }
}
