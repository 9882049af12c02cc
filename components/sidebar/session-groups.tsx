'use client'

import { usePathname } from 'next/navigation'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { DeleteConversationDialog } from '@/components/forget/delete-conversation-dialog'
import { visibleSessions } from '@/components/sessions/session-list'
import { sessionOfPath } from '@/components/sessions/session-path'
import { useSessionList, useSessionStore } from '@/components/sessions/session-store-context'
import { classes } from '@/components/ui/classes'
import { useToast } from '@/components/ui/toast'
import type { SessionItem } from '@/lib/schemas/session'
import { type Calendar, groupByDay } from './day-groups'
import { layoutOf, type Section } from './list-layout'
import { MoreSessions } from './more-sessions'
import { SessionRow } from './session-row'
import { useDrawnRows } from './use-drawn-rows'
import { useListPlace } from './use-list-place'
import { SIZE_CLASSES, useRowSizes } from './use-row-sizes'

type Props = {
  calendar: Calendar
  /** What a filter looked for, folded; null: these are all sessions. */
  sought: string | null
  /** Which list this is, where its place outlives it; null: a passing one. */
  name: string | null
  /** Said where there are none. */
  empty: ReactNode
  onNavigate?: () => void
}

/**
 * Sessions by day in a part of the page that scrolls, of which as much is drawn as is seen; and the dialogs that their
 * rows open.
 */
export function SessionGroups({ calendar, sought, name, empty, onNavigate }: Props) {
  const list = useSessionList()
  const store = useSessionStore()
  const show = useToast()
  const path = usePathname()
  const currentId = sessionOfPath(path)
  const sizes = useRowSizes()
  const scroller = useRef<HTMLDivElement>(null)
  const [toDelete, setToDelete] = useState<SessionItem | null>(null)
  const [held, setHeld] = useState<string | null>(null)
  const [toFocus, setToFocus] = useState<string | null>(null)
  const sessions = useMemo(() => visibleSessions(list), [list])
  const layout = useMemo(
    () => layoutOf(sessions, groupByDay(sessions, calendar), sizes),
    [sessions, calendar, sizes],
  )
  const sections = useDrawnRows(scroller, layout, held)
  useListPlace(scroller, { store, layout, path, name })

  const rename = useCallback(
    (id: string, title: string) => {
      store.rename(id, title).catch((error: unknown) => {
        show({ text: `The old title is back. ${sentenceOf(error)}`, tone: 'danger' })
      })
    },
    [store, show],
  )

  const keep = useCallback(
    (id: string) => {
      store.keep(id).catch((error: unknown) => show({ text: sentenceOf(error), tone: 'danger' }))
    },
    [store, show],
  )

  /** Also of a row that is not drawn yet. */
  const focusRow = (session: SessionItem | undefined) => {
    if (!session) return
    setHeld(session.id)
    setToFocus(session.id)
  }
  useEffect(() => {
    if (toFocus === null) return
    // A dialog that closes gives the focus back first.
    const frame = requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(toFocus)}"]`)?.focus()
      setToFocus(null)
    })
    return () => cancelAnimationFrame(frame)
  }, [toFocus])

  /** The row that had the focus is gone with its session: the one that took its place gets it. */
  const focusNeighbour = () => {
    const index = sessions.findIndex(({ id }) => id === toDelete?.id)
    focusRow(sessions[index + 1] ?? sessions[index - 1])
  }

  const pressKey = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.session : undefined
    const index = id === undefined ? -1 : sessions.findIndex((session) => session.id === id)
    if (index < 0 || !(event.key in STEPS)) return
    event.preventDefault()
    focusRow(sessions[STEPS[event.key]?.(index, sessions.length) ?? index])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links inside.
    <div
      ref={scroller}
      className={classes(
        SIZE_CLASSES,
        'relative min-h-0 flex-1 scroll-pt-(--heading) overflow-y-auto overscroll-contain px-2 pb-4 [overflow-anchor:none]',
      )}
      onKeyDown={pressKey}
      onFocus={(event) => setHeld(event.target.closest('li')?.dataset.row ?? held)}
    >
      {sessions.length === 0 && list.next === null && !list.failure && (
        <p className="px-3 py-3 text-ink-3 text-small">{empty}</p>
      )}
      <div
        className="relative"
        style={{ height: `calc(var(--heading) * ${layout.groups} + var(--row) * ${sessions.length})` }}
      >
        {sections.map((section) => (
          <Group key={section.label} section={section}>
            {section.rows.map((row) => {
              const session = sessions[row]
              const isLast = section.first + section.length === sessions.length
              return (
                session && (
                  <SessionRow
                    key={session.id}
                    session={session}
                    place={row - section.first}
                    of={isLast && list.next !== null ? -1 : section.length}
                    current={session.id === currentId}
                    sought={sought}
                    timeZone={calendar.timeZone}
                    onRename={rename}
                    onKeep={keep}
                    onDelete={setToDelete}
                    onNavigate={onNavigate}
                  />
                )
              )
            })}
          </Group>
        ))}
      </div>
      {list.next !== null && <MoreSessions key={list.next} load={store.extend} scroller={scroller} />}
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

/** From a row, of so many, to another. */
const STEPS: Record<string, (row: number, of: number) => number> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  Home: () => 0,
  End: (_row, of) => of - 1,
}

/** As high as all its rows, drawn or not, so that its heading stays on top as long as any of them is seen. */
function Group({ section, children }: { section: Section; children: ReactNode }) {
  const { label, number, first, length } = section
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="absolute inset-x-0"
      style={{
        top: `calc(var(--heading) * ${number} + var(--row) * ${first})`,
        height: `calc(var(--heading) + var(--row) * ${length})`,
      }}
    >
      <h2
        id={id}
        className="sticky top-0 z-10 h-(--heading) bg-panel px-3 pt-4 pb-1 font-medium text-ink-3 text-small"
      >
        {label}
      </h2>
      {section.rows.length > 0 && <ul className="relative">{children}</ul>}
    </section>
  )
}
