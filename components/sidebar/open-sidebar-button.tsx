'use client'

import { PanelLeft } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import { IconButton } from '@/components/ui/icon-button'
import { useDrawer } from './drawer-context'

/** For the start of a page's header: there on narrow screens alone, where the sidebar is a drawer. */
export function OpenSidebarButton({ className }: { className?: string }) {
  const { open, setOpen } = useDrawer()
  return (
    <IconButton
      icon={PanelLeft}
      label="Open the sidebar"
      aria-expanded={open}
      aria-haspopup="dialog"
      side="bottom"
      className={classes('drawer:hidden', className)}
      onClick={() => setOpen(true)}
    />
  )
}
