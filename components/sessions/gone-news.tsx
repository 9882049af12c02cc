'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { announce } from './session-news'
import { sessionOfPath } from './session-path'

/**
 * Has every list drop the session of this address, which the server does not have: it was deleted where no list heard
 * of it.
 */
export function GoneNews() {
  const sessionId = sessionOfPath(usePathname())
  useEffect(() => {
    if (sessionId) announce({ kind: 'gone', sessionId })
  }, [sessionId])
  return null
}
