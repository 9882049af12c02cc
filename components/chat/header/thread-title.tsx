'use client'

import { useRef, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { visibleSessions } from '@/components/sessions/session-list'
import { useSessionList, useSessionStore } from '@/components/sessions/session-store-context'
import { TitleField } from '@/components/sidebar/title-field'
import { useToast } from '@/components/ui/toast'
import type { SessionView } from '@/lib/schemas/session'
import { useThread } from '../thread/thread-context'
import { useDocumentTitle } from './use-document-title'

/** The title, as the sidebar has it where it is listed there; pressed, it can be written anew. */
export function ThreadTitle({ session }: { session: SessionView }) {
  const listed = visibleSessions(useSessionList()).find(({ id }) => id === session.id)
  const title = listed?.title ?? session.title
  const { gone } = useThread()
  const store = useSessionStore()
  const [renaming, setRenaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const show = useToast()

  useDocumentTitle(`${title} · Throughline`)

  const end = (next: string | null, byKey: boolean) => {
    setRenaming(false)
    if (byKey) requestAnimationFrame(() => button.current?.focus())
    if (next === null) return
    store
      .rename(session.id, next)
      .catch((error: unknown) => show({ text: sentenceOf(error), tone: 'danger' }))
  }
  if (gone) {
    return (
      <h1 className="truncate px-2 py-1 font-medium text-ui">
        <bdi>{title}</bdi>
      </h1>
    )
  }
  if (renaming) return <TitleField title={title} onEnd={end} />
  return (
    <h1 className="flex min-w-0">
      <button
        ref={button}
        type="button"
        title="Rename"
        className="min-w-0 truncate rounded-md px-2 py-1 font-medium text-ui hover:bg-hover"
        onClick={() => setRenaming(true)}
      >
        <span className="sr-only">Rename: </span>
        <bdi className="block truncate">{title}</bdi>
      </button>
    </h1>
  )
}
