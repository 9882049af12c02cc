import { createContext, useContext } from 'react'
import type { MemorySettings } from '@/lib/schemas/memory-settings'
import type { ModelItem } from '@/lib/schemas/model'
import { useThread } from './thread/thread-context'

/** What the server told with the page of the things that all conversations share. */
export type Shared = {
  /** The default first. */
  models: readonly ModelItem[]
  reloadModels: () => Promise<void>
  /** Of sessions that have none of their own; empty: none. */
  defaultInstructions: string
  defaultMemory: MemorySettings
  /** How long after its last message a temporary conversation ends. */
  historyTimeoutSeconds: number
  /** Asks for the memory's defaults again: they may have been changed in another window. */
  reloadMemory: () => Promise<void>
}

export const SharedContext = createContext<Shared | null>(null)

export function useShared(): Shared {
  const shared = useContext(SharedContext)
  if (!shared) throw new Error('useShared needs a SharedProvider above it.')
  return shared
}

/** The model that the next turn is answered by. `item` null: it was chosen, and is no longer there. */
export function useChosenModel(): { id: string | null; item: ModelItem | null } {
  const { models } = useShared()
  const { choices } = useThread()
  const item = choices.model === null ? models[0] : models.find(({ id }) => id === choices.model)
  return { id: choices.model ?? item?.id ?? null, item: item ?? null }
}
