import { sentenceOf } from '@/components/api/api-error'
import type { SummaryList, SummaryView } from '@/lib/schemas/summary'

/** While one is written; in ms. */
const LOOK_MS = 1_000
/** While one that failed waits to be tried again. */
const PATIENT_LOOK_MS = 5_000

export type Summaries = {
  /** null until they were read. */
  list: SummaryList | null
  /** Why they could not be read, in a sentence. */
  failure: string | null
  /** A model is being asked for one, and has not yet said that it will write it. */
  asking: boolean
  /** Counts what bears on the next turn: another version than before, or one that is used no more. */
  changes: number
}

/** Before anything was read. */
export const NO_SUMMARIES: Summaries = { list: null, failure: null, asking: false, changes: 0 }

/** The requests, for one session. */
export type SummaryApi = {
  list(options: { signal: AbortSignal }): Promise<SummaryList>
  ask(what: 'now' | 'rewrite'): Promise<void>
  edit(edit: { version: number; text: string }): Promise<SummaryView>
  restore(summaryId: string): Promise<SummaryView>
}

type Deps = {
  api: SummaryApi
  /** Calls back once, after so many ms; returns what calls it off. */
  later: (act: () => void, ms: number) => () => void
}

export type SummaryStore = {
  subscribe(listener: () => void): () => void
  getSnapshot(): Summaries
  /** Reads the list, and again and again for as long as one is written. A look that is under way is begun anew. */
  look(): void
  /** Ends the looking. */
  close(): void
  /** Asks a model; resolves with the version that came of it, null where none did. Rejects with `ApiError`. */
  ask(what: 'now' | 'rewrite'): Promise<SummaryView | null>
  edit(edit: { version: number; text: string }): Promise<SummaryView>
  restore(summaryId: string): Promise<SummaryView>
}

/** The versions of one session's summary, as far as this page knows them. */
export function createSummaryStore({ api, later }: Deps): SummaryStore {
  let summaries = NO_SUMMARIES
  const listeners = new Set<() => void>()
  let looking: AbortController | null = null
  let callOff: (() => void) | null = null
  /** Nobody looks any more: what is still done, such as an undo, is done without reading the list. */
  let isClosed = false
  /** Told once nothing is written any more. */
  let waiting: (() => void)[] = []

  const set = (change: Partial<Omit<Summaries, 'changes'>>) => {
    const { list, changes } = summaries
    const isChanged = list !== null && change.list != null && keyOf(change.list) !== keyOf(list)
    summaries = { ...summaries, ...change, changes: isChanged ? changes + 1 : changes }
    for (const listener of listeners) listener()
  }
  const settle = () => {
    const settled = waiting
    waiting = []
    for (const resolve of settled) resolve()
  }
  const add = (version: SummaryView): SummaryView => {
    const { list } = summaries
    if (list) set({ list: { ...list, versions: [version, ...list.versions] } })
    // What else is used or not has changed with it.
    if (!isClosed) look()
    return version
  }

  function close(): void {
    isClosed = true
    looking?.abort()
    looking = null
    callOff?.()
    settle()
  }
  function look(): void {
    isClosed = false
    looking?.abort()
    callOff?.()
    const abort = new AbortController()
    looking = abort
    api.list({ signal: abort.signal }).then(
      (list) => {
        if (abort.signal.aborted) return
        looking = null
        set({ list, failure: null })
        if (list.writing) callOff = later(look, list.failure === null ? LOOK_MS : PATIENT_LOOK_MS)
        else settle()
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        looking = null
        set({ failure: sentenceOf(error) })
        // The server may be back before the summary is written.
        if (summaries.list?.writing) callOff = later(look, PATIENT_LOOK_MS)
        else settle()
      },
    )
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => summaries,
    look,
    close,
    async ask(what) {
      const before = newestOf(summaries)
      isClosed = false
      set({ asking: true })
      await api.ask(what).finally(() => set({ asking: false }))
      if (isClosed) return null
      const { list } = summaries
      set({ list: { versions: list?.versions ?? [], writing: true, failure: null } })
      const settled = new Promise<void>((resolve) => waiting.push(resolve))
      look()
      await settled
      const after = newestOf(summaries)
      return after && after.version > (before?.version ?? 0) ? after : null
    },
    edit: async (edit) => add(await api.edit(edit)),
    restore: async (summaryId) => add(await api.restore(summaryId)),
  }
}

export const newestOf = ({ list }: Pick<Summaries, 'list'>): SummaryView | null => list?.versions[0] ?? null

/** The one that an edit starts from: what is not used now is in nobody's way. */
export const editableOf = ({ versions }: SummaryList): SummaryView | null =>
  versions.find(({ usable }) => usable) ?? versions[0] ?? null

const keyOf = ({ versions }: SummaryList): string =>
  versions.map(({ id, usable }) => `${id}${usable ? '' : '-'}`).join()
