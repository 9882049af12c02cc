'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { AlertDialog } from '@/components/ui/alert-dialog'
import type { ForgetCounts } from '@/lib/schemas/forget'
import { sentenceBefore } from './forget-words'

/** What every dialog of this folder takes. `onDone` is called once it is done, not when it is taken back. */
export type ForgetDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onDone?: () => void }

type Props = ForgetDialogProps & {
  title: string
  /** What happens beside the counts, in a sentence. */
  children: ReactNode
  confirm: string
  /** Whether the counts name how many conversations go. */
  namesSessions?: boolean
  count: (options: { signal: AbortSignal }) => Promise<ForgetCounts>
  act: () => Promise<void>
}

/** Says what goes before it goes: the button waits for the counts. */
export function ForgetDialog({
  open,
  onOpenChange,
  onDone,
  title,
  children,
  confirm,
  namesSessions = false,
  count,
  act,
}: Props) {
  const [counts, setCounts] = useState<ForgetCounts | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: counted when it opens; `count` is new at every render.
  useEffect(() => {
    if (!open) return
    const abort = new AbortController()
    setCounts(null)
    setFailure(null)
    count({ signal: abort.signal }).then(setCounts, (error: unknown) => {
      if (!abort.signal.aborted) setFailure(sentenceOf(error))
    })
    return () => abort.abort()
  }, [open])

  const carryOut = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await act()
      onOpenChange(false)
      onDone?.()
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      confirm={confirm}
      onConfirm={carryOut}
      busy={busy || counts === null}
      destroys
    >
      <p>{children}</p>
      <p className="min-h-5 text-ink" aria-live="polite">
        {counts ? sentenceBefore(counts, { sessions: namesSessions }) : !failure && 'Counting what would go…'}
      </p>
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
    </AlertDialog>
  )
}
