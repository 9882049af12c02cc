import { createContext, useContext } from 'react'
import type { SessionPatch } from '@/lib/schemas/session'
import type { ThreadState } from './thread-state'

/** A message on its way: the same `clientId` again joins what the first one began. */
export type Outgoing = {
  clientId: string
  text: string
}

/** What of a conversation can be chosen before it exists; later it stands in the session. */
export type Choices = { model: string | null; instructions: string | null }

export type ThreadActions = {
  /** Resolves once the message is stored; rejects with `ApiError` when it is not, or nobody can say. */
  send(message: Outgoing): Promise<void>
  /** A new answer in the place of the last one. Rejects like `send`. */
  regenerate(answerId: string): Promise<void>
  stop(): Promise<void>
  /** `arrived` is called when they are there, just before they are added. */
  loadEarlier(arrived: () => void): Promise<void>
  choose(patch: Pick<SessionPatch, 'model' | 'instructions'>): Promise<void>
  refresh(): Promise<void>
}

export const ThreadStateContext = createContext<(ThreadState & { choices: Choices }) | null>(null)
export const ThreadActionsContext = createContext<ThreadActions | null>(null)

export function useThread(): ThreadState & { choices: Choices } {
  const thread = useContext(ThreadStateContext)
  if (!thread) throw new Error('useThread needs a ThreadProvider above it.')
  return thread
}

/** The same object as long as the conversation is the same: safe to depend on. */
export function useThreadActions(): ThreadActions {
  const actions = useContext(ThreadActionsContext)
  if (!actions) throw new Error('useThreadActions needs a ThreadProvider above it.')
  return actions
}
