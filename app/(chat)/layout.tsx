import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { SessionStoreProvider } from '@/components/sessions/session-store-context'
import { DrawerProvider } from '@/components/sidebar/drawer-context'
import { LIST_SOURCE_COOKIE, type ListSource, readListSource } from '@/components/sidebar/list-source'
import { SidebarFrame } from '@/components/sidebar/sidebar-frame'
import { getContainer } from '@/lib/container'
import { pageCaller } from '@/lib/http/page-caller'

const PAGE = 50

/** The frame of every page: the sidebar, its first sessions rendered here, and the thread beside it. */
export default async function ChatLayout({ children }: { children: ReactNode }) {
  const { owner } = await pageCaller()
  const { listSessions } = await getContainer()
  const source = readListSource((await cookies()).get(LIST_SOURCE_COOKIE)?.value)
  const pageOf = (of: ListSource) =>
    listSessions(owner, { cursor: null, limit: PAGE, title: null, source: of })
  const [firstPage, chosen] = await Promise.all([
    pageOf(null),
    source && pageOf(source).then((page) => ({ source, firstPage: page })),
  ])
  const rendered = {
    now: new Date().toISOString(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  return (
    <SessionStoreProvider firstPage={firstPage}>
      <DrawerProvider>
        <a
          href="#thread"
          className="fixed start-2 top-2 z-60 -translate-y-24 rounded-md bg-float px-3 py-2 text-ui shadow-lift focus:translate-y-0"
        >
          Skip to the conversation
        </a>
        <div className="flex h-dvh overflow-hidden">
          <SidebarFrame rendered={rendered} chosen={chosen} />
          <main id="thread" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
            {children}
          </main>
        </div>
      </DrawerProvider>
    </SessionStoreProvider>
  )
}
