'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { pathOfSession } from '@/components/sessions/session-path'

type Props = {
  sessionId: string
  messageId: string
  label?: string
  className?: string
  onNavigate?: () => void
  children: ReactNode
}

/** Leads to a message where it was said. Within the same conversation by the browser itself, which tells the thread. */
export function SaidLink({ sessionId, messageId, label, className, onNavigate, children }: Props) {
  const path = pathOfSession(sessionId)
  const hash = `#m-${encodeURIComponent(messageId)}`
  const link = { 'aria-label': label, className, onClick: onNavigate, children }
  return usePathname() === path ? <a href={hash} {...link} /> : <Link href={`${path}${hash}`} {...link} />
}
