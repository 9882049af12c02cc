'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { pathOfSession } from '@/components/sessions/session-path'
import type { SessionView } from '@/lib/schemas/session'
import { ChatPage, type ChatPageData } from './chat-page'

/**
 * The page at `/`. With the first message the conversation gets its address, and the page stays as it is: the
 * answer goes on in it. The router still takes it for the page at `/`, which is put right here.
 */
export function NewChat({ data }: { data: ChatPageData }) {
  const path = usePathname()
  const router = useRouter()
  const [created, setCreated] = useState<string | null>(null)
  const [count, setCount] = useState(0)
  // The router follows the new address a little later than this page does.
  const arrived = useRef(false)

  useEffect(() => {
    if (created !== null && path === pathOfSession(created)) arrived.current = true
    else if (path.startsWith('/c/')) {
      // Led back by the browser to the address of a conversation that began here.
      router.replace(path)
    } else if (arrived.current) {
      // Asked for a new chat, the router finds itself on that page already.
      arrived.current = false
      setCreated(null)
      setCount((before) => before + 1)
    }
  }, [path, created, router])

  const adopt = (session: SessionView) => {
    setCreated(session.id)
    window.history.replaceState(null, '', pathOfSession(session.id))
  }
  return <ChatPage key={count} data={data} onCreated={adopt} />
}
