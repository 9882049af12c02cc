'use client'

import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

type Drawer = { open: boolean; setOpen: (open: boolean) => void }

const DrawerContext = createContext<Drawer | null>(null)

/** From here on the sidebar stands beside the thread: `--breakpoint-drawer`. */
const WIDE = '(min-width: 720px)'

/** Whether the drawer that holds the sidebar on a narrow screen is open. It closes when one goes elsewhere. */
export function DrawerProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const [openAt, setOpenAt] = useState<string | null>(null)

  useEffect(() => {
    const wide = window.matchMedia(WIDE)
    const close = () => {
      if (wide.matches) setOpenAt(null)
    }
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])

  const drawer = useMemo(
    () => ({ open: openAt === pathname, setOpen: (open: boolean) => setOpenAt(open ? pathname : null) }),
    [openAt, pathname],
  )
  return <DrawerContext value={drawer}>{children}</DrawerContext>
}

export function useDrawer(): Drawer {
  const drawer = useContext(DrawerContext)
  if (!drawer) throw new Error('useDrawer needs a DrawerProvider above it.')
  return drawer
}
