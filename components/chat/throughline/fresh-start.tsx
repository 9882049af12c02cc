'use client'

import { useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { removeDivider } from '@/components/api/sessions'
import { announce } from '@/components/sessions/session-news'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { useThread } from '../thread/thread-context'

/** The full cut: nothing above it is sent. Taking it away is all that undoing needs. */
export function FreshStart({ dividerId }: { dividerId: string }) {
  const { session, run, gone } = useThread()
  const [busy, setBusy] = useState(false)
  const show = useToast()

  const undo = async () => {
    if (!session) return
    setBusy(true)
    try {
      await removeDivider(session.id, dividerId)
      announce({ kind: 'messages', sessionId: session.id })
    } catch (error) {
      show({ text: sentenceOf(error), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex items-center gap-3 py-4 text-ink-2 text-small">
      <span aria-hidden className="absolute left-0 h-px w-8 bg-ink-3 max-drawer:w-4" />
      <span>
        Fresh start <span className="text-ink-3">· nothing above is sent</span>
      </span>
      <span aria-hidden className="h-px flex-1 bg-rule" />
      {!gone && (
        <Button variant="quiet" size="small" onClick={undo} disabled={busy || run !== null}>
          Undo
        </Button>
      )}
    </div>
  )
}
