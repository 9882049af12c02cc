'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { DeleteConversationDialog } from '@/components/forget/delete-conversation-dialog'
import { visibleSessions } from '@/components/sessions/session-list'
import { pathOfSession } from '@/components/sessions/session-path'
import { useSessionList, useSessionStore } from '@/components/sessions/session-store-context'
import { useToast } from '@/components/ui/toast'
import type { SessionItem } from '@/lib/schemas/session'
import { type Calendar, groupByDay } from './day-groups'
import { MoreSessions } from './more-sessions'
import { SessionRow } from './session-row'

/** All sessions by day, and the dialogs that their rows open. */
export function SessionGroups({ calendar, onNavigate }: { calendar: Calendar; onNavigate?: () => void }) {
  const list = useSessionList()
  const store = useSessionStore()
  const show = useToast()
  const pathname = usePathname()
  const [toDelete, setToDelete] = useState<SessionItem | null>(null)
  const rows = useRef<HTMLDivElement>(null)
  const sessions = useMemo(() => visibleSessions(list), [list])
  const groups = useMemo(() => groupByDay(sessions, calendar), [sessions, calendar])

  const rename = useCallback(
    (id: string, title: string) => {
      store.rename(id, title).catch((error: unknown) => {
        show({ text: `The old title is back. ${sentenceOf(error)}`, tone: 'danger' })
      })
    },
    [store, show],
  )

  /** The row that had the focus is gone with its session: the one that took its place gets it. */
  const focusNeighbour = () => {
    const index = sessions.findIndex(({ id }) => id === toDelete?.id)
    const neighbour = sessions[index + 1] ?? sessions[index - 1]
    requestAnimationFrame(() => {
      const row = neighbour && rows.current?.querySelector<HTMLElement>(`[data-session="${neighbour.id}"]`)
      row?.focus()
    })
  }

  return (
    <div ref={rows}>
      {groups.length === 0 && !list.failure && (
        <p className="px-2 py-3 text-ink-3 text-small">
          Conversations stand here, the latest first. Nothing yet.
        </p>
      )}
      {groups.map(({ label, items }) => (
        <Group key={label} label={label}>
          {items.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              current={pathname === pathOfSession(session.id)}
              onRename={rename}
              onDelete={setToDelete}
              onNavigate={onNavigate}
            />
          ))}
        </Group>
      ))}
      {list.next !== null && <MoreSessions key={list.next} load={store.extend} />}
      {toDelete && (
        <DeleteConversationDialog
          sessionId={toDelete.id}
          title={toDelete.title}
          open
          onOpenChange={(open) => !open && setToDelete(null)}
          onDone={focusNeighbour}
        />
      )}
    </div>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="sticky top-0 z-10 bg-panel px-2 pt-4 pb-1 font-medium text-ink-3 text-small">
        {label}
      </h2>
      <ul className="flex flex-col gap-px">{children}</ul>
    </section>
  )
}
