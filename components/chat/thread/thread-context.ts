import { createContext, useContext } from 'react'
import type { Thread, ThreadStore } from './thread-store'

/** What can be done with a conversation. A stop that fails is told by a notice. */
export type ThreadActions = Pick<
  ThreadStore,
  | 'send'
  | 'answerAgain'
  | 'stop'
  | 'loadEarlier'
  | 'choose'
  | 'beTemporary'
  | 'keep'
  | 'remember'
  | 'mark'
  | 'refresh'
>

export const ThreadContext = createContext<Thread | null>(null)
export const ThreadActionsContext = createContext<ThreadActions | null>(null)

export function useThread(): Thread {
  const thread = useContext(ThreadContext)
  if (!thread) throw new Error('useThread needs a ThreadProvider above it.')
  return thread
}

/** The same object as long as the conversation is the same: safe to depend on. */
export function useThreadActions(): ThreadActions {
  const actions = useContext(ThreadActionsContext)
  if (!actions) throw new Error('useThreadActions needs a ThreadProvider above it.')
  return actions
}
