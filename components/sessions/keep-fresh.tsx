'use client'

import type { SessionStore } from './session-store'
import { useFreshSessions } from './use-fresh-sessions'

/** Draws nothing: keeps a list beside the one of all true. */
export function KeepFresh({ store }: { store: SessionStore }) {
  useFreshSessions(store)
  return null
}
