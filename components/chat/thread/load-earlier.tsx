'use client'

import { useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { useThreadActions } from './thread-context'

/** `before` is called just before the rows are added. */
export function LoadEarlier({ before }: { before: () => void }) {
  const { loadEarlier } = useThreadActions()
  const [busy, setBusy] = useState(false)
  const show = useToast()

  const load = async () => {
    setBusy(true)
    try {
      await loadEarlier(before)
    } catch (error) {
      show({ text: sentenceOf(error), tone: 'danger', action: { label: 'Retry', onPress: load } })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="thread-row flex justify-center pt-4">
      <Button variant="quiet" size="small" onClick={load} disabled={busy}>
        {busy ? 'Loading…' : 'Earlier messages'}
      </Button>
    </div>
  )
}
