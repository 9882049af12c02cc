'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { SessionView } from '@/lib/schemas/session'
import { ChatPage, type ChatPageData } from './chat-page'

const pathOf = (sessionId: string) => `/c/${encodeURIComponent(sessionId)}`

/**
 * The page at `/`. With the first message the conversation gets its address, and the page stays as it is: the
 * answer goes on in it. The router still takes it for the page at `/`, which is put right here.
 */
export function NewChat({ data }: { data: ChatPageData }) {
  const path = usePathname()
  const router = useRouter()
  const [created, setCreated] = useState<string | null>(null)
  const [count, setCount] = useState(0)

  useEffect(() => {
    // Asked for a new chat, the router finds itself on that page already.
    if (path === '/' && created !== null) {
      setCreated(null)
      setCount((before) => before + 1)
    }
    // Led back by the browser to the address of a conversation that began here.
    if (path.startsWith('/c/') && (created === null || path !== pathOf(created))) router.replace(path)
  }, [path, created, router])

  const adopt = (session: SessionView) => {
    setCreated(session.id)
    window.history.replaceState(null, '', pathOf(session.id))
  }
  return <ChatPage key={count} data={data} onCreated={adopt} />
}
