'use client'

import { Sheet } from '@/components/ui/sheet'
import { useDrawer } from './drawer-context'
import { Sidebar } from './sidebar'

/** In a title being renamed, Escape restores the title. */
const keepForField = (event: KeyboardEvent) => {
  if (event.target instanceof HTMLInputElement) event.preventDefault()
}

type Props = { rendered: { now: string; timeZone: string } }

/** The sidebar beside the thread; on a narrow screen, in a drawer over it. */
export function SidebarFrame(props: Props) {
  const { open, setOpen } = useDrawer()
  return (
    <>
      <div className="hidden w-66 shrink-0 border-rule border-e drawer:flex">
        <Sidebar {...props} />
      </div>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Sidebar"
        side="left"
        className="w-72"
        onEscapeKeyDown={keepForField}
      >
        <Sidebar {...props} onClose={() => setOpen(false)} />
      </Sheet>
    </>
  )
}
