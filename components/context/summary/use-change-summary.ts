import { useContext } from 'react'
import { ApiError, sentenceOf } from '@/components/api/api-error'
import { useToast } from '@/components/ui/toast'
import type { SummaryView } from '@/lib/schemas/summary'
import { AT_SUMMARY, useContextActions } from '../shown-context'
import { SummaryStoreContext, useSummaries } from './summary-context'
import { editableOf, type SummaryStore } from './summary-store'

/** However long one reads, what was done must be undoable. In ms. */
const UNDOABLE = 15_000

export type ChangeSummary = {
  /** Opens the panel, where one can see it being written. A refusal is told by a notice. */
  ask(what: 'now' | 'rewrite'): Promise<void>
  /** Rejects with `ApiError`; with `summary_changed` where `version` is not the newest, which is then read. */
  edit(edit: { version: number; text: string }): Promise<void>
  /** A refusal is told by a notice. */
  restore(version: SummaryView): Promise<void>
}

/**
 * The ways to change a summary. Each tells what came of it, with Undo: the version before is used again. null: there is
 * no conversation.
 */
export function useChangeSummary(): ChangeSummary | null {
  const store = useContext(SummaryStoreContext)
  const { list } = useSummaries()
  const { pointAt } = useContextActions()
  const show = useToast()
  const before = list && editableOf(list)
  if (!store) return null

  const fail = (error: unknown) => show({ text: sentenceOf(error), tone: 'danger' })
  const tell = (text: string) => {
    const action = before ? { label: 'Undo', onPress: () => void goBack(store, before) } : undefined
    show({ text, duration: UNDOABLE, action })
  }
  const goBack = async (to: SummaryStore, version: SummaryView) => {
    try {
      const { version: now } = await to.restore(version.id)
      show({ text: `Version ${version.version} is used again, as version ${now}.` })
    } catch (error) {
      fail(error)
    }
  }
  return {
    async ask(what) {
      pointAt(AT_SUMMARY)
      try {
        const written = await store.ask(what)
        if (written) tell(`Version ${written.version} of the summary is written.`)
      } catch (error) {
        fail(error)
      }
    },
    async edit(edit) {
      try {
        const { version } = await store.edit(edit)
        tell(`Saved as version ${version} of the summary.`)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'summary_changed') store.look()
        throw error
      }
    },
    async restore(version) {
      try {
        const { version: now } = await store.restore(version.id)
        tell(`Version ${version.version} is used again, as version ${now}.`)
      } catch (error) {
        fail(error)
      }
    },
  }
}
