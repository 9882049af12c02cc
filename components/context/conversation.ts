import { createContext, useContext } from 'react'
import type { SessionMemory } from '@/lib/schemas/memory-settings'
import type { MessageView } from '@/lib/schemas/message'
import type { ModelItem } from '@/lib/schemas/model'

/** What of a conversation its context comes from, as the page shows it now. */
export type Conversation = {
  /** null: it does not exist before its first message. */
  sessionId: string | null
  model: string | null
  instructions: string | null
  /** Those that can be chosen, for their names. */
  models: readonly Pick<ModelItem, 'id' | 'name'>[]
  /** What it has of its own of the memory settings; null: nothing. */
  memory: SessionMemory | null
  /** The newest ones, by seq, without a gap up to the end. */
  messages: readonly MessageView[]
  /** Whether there are older ones that are not loaded. */
  earlier: boolean
  /** A message or a mark is on its way, or an answer being written: the next turn is not yet known. */
  busy: boolean
  /** Deleted elsewhere: there is no next turn. */
  gone: boolean
}

export const ConversationContext = createContext<Conversation | null>(null)

/** Changes with every word of a growing answer. */
export function useConversation(): Conversation {
  const conversation = useContext(ConversationContext)
  if (!conversation) throw new Error('useConversation needs a ContextProvider above it.')
  return conversation
}
