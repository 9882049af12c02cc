'use client'

import { useEffect, useRef } from 'react'
import { KeepFresh } from '@/components/sessions/keep-fresh'
import { SessionStoreScope } from '@/components/sessions/session-store-context'
import { focusField } from '@/components/ui/dialog'
import { Sheet } from '@/components/ui/sheet'
import { isPressed } from '@/components/ui/shortcut'
import { useDrawer } from './drawer-context'
import { Sidebar } from './sidebar'
import { FILTER } from './title-filter'
import { type SourceList, useListSource } from './use-list-source'

/** In a title being renamed, Escape restores the title; in a filter, it takes the filter away. */
const keepForField = (event: KeyboardEvent) => {
  if (event.target instanceof HTMLInputElement && event.target.value !== '') event.preventDefault()
}

type Props = {
  rendered: { now: string; timeZone: string }
  /** What this browser chose to see alone; null: all. */
  chosen: SourceList | null
}

/** The sidebar beside the thread; on a narrow screen, in a drawer over it. */
export function SidebarFrame({ rendered, chosen }: Props) {
  const list = useListSource(chosen)
  const { open, setOpen } = useDrawer()
  const beside = useRef<HTMLDivElement>(null)
  const toFilter = useRef(false)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPressed(FILTER, event) || open || beside.current?.getClientRects().length) return
      event.preventDefault()
      toFilter.current = true
      setOpen(true)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [open, setOpen])

  /** The filter is a field, which would call up a phone's keyboard over the list: only for one who asked for it. */
  const focusIn = (event: Event) => {
    if (toFilter.current) focusField(event)
    else {
      event.preventDefault()
      if (event.target instanceof HTMLElement) event.target.focus()
    }
    toFilter.current = false
  }
  return (
    <SessionStoreScope store={list.store}>
      {list.source !== null && <KeepFresh store={list.store} />}
      <div ref={beside} className="hidden w-66 shrink-0 border-rule border-e drawer:flex">
        <Sidebar rendered={rendered} list={list} />
      </div>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Sidebar"
        side="left"
        className="w-72"
        onEscapeKeyDown={keepForField}
        onOpenAutoFocus={focusIn}
      >
        <Sidebar rendered={rendered} list={list} onClose={() => setOpen(false)} />
      </Sheet>
    </SessionStoreScope>
  )
}
