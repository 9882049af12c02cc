import { useState } from 'react'
import * as api from '@/components/api/sessions'
import { announce } from '@/components/sessions/session-news'
import { createSessionStore, type SessionStore } from '@/components/sessions/session-store'
import { useSessionStore } from '@/components/sessions/session-store-context'
import type { SessionPage } from '@/lib/schemas/session'
import { type ListSource, listSourceCookie } from './list-source'

/** A list of one source, as the server rendered it. */
export type SourceList = { source: Exclude<ListSource, null>; firstPage: SessionPage }

const storeOf = ({ source, firstPage }: SourceList) => ({
  source,
  store: createSessionStore(firstPage, { api, announce, source }),
})

/** The list that the sidebar shows, of all sessions or of one source; remembered by the browser. */
export function useListSource(initial: SourceList | null) {
  const all = useSessionStore()
  const [chosen, setChosen] = useState(() => initial && storeOf(initial))

  const choose = (source: ListSource) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not to be had over plain HTTP.
    document.cookie = listSourceCookie(source)
    setChosen(source && storeOf({ source, firstPage: partOf(all, source) }))
  }
  return { source: chosen?.source ?? null, store: chosen?.store ?? all, choose }
}

/** What is here of one source, at once: a place in the list of all is one in every part of it. */
function partOf(all: SessionStore, source: SourceList['source']): SessionPage {
  const { sessions, next } = all.getSnapshot()
  return { sessions: sessions.filter((session) => session.source === source), next }
}
