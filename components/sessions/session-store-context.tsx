'use client'

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import * as api from '@/components/api/sessions'
import type { SessionPage } from '@/lib/schemas/session'
import type { SessionList } from './session-list'
import { announce } from './session-news'
import { createSessionStore, type SessionStore } from './session-store'
import { useFreshSessions } from './use-fresh-sessions'

const StoreContext = createContext<SessionStore | null>(null)

/** Begins with the page that the server rendered, so that the list is there at once. */
export function SessionStoreProvider({
  firstPage,
  children,
}: {
  firstPage: SessionPage
  children: ReactNode
}) {
  const [store] = useState(() => createSessionStore(firstPage, { api, announce }))
  useFreshSessions(store)
  return <StoreContext value={store}>{children}</StoreContext>
}

/** Another list in the place of the one above, such as the sessions that a filter found. */
export function SessionStoreScope({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <StoreContext value={store}>{children}</StoreContext>
}

export function useSessionStore(): SessionStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('useSessionStore needs a SessionStoreProvider above it.')
  return store
}

export function useSessionList(): SessionList {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
