'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { AlertDialog } from '@/components/ui/alert-dialog'
import type { ForgetCounts } from '@/lib/schemas/forget'
import { sentenceBefore } from './forget-words'

/** What every dialog of this folder takes. `onDone` is called once it is done, not when it is taken back. */
export type ForgetDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onDone?: () => void }

type Counted = { counts: ForgetCounts; undoSeconds: number }

type Props = ForgetDialogProps & {
  title: string
  /** What happens beside the counts, in a sentence. */
  children: ReactNode
  confirm: string
  /** Whether the counts name how many conversations go. */
  namesSessions?: boolean
  count: (options: { signal: AbortSignal }) => Promise<Counted>
  act: (undoSeconds: number) => Promise<void>
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
  const [counted, setCounted] = useState<Counted | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: counted when it opens; `count` is new at every render.
  useEffect(() => {
    if (!open) return
    const abort = new AbortController()
    setCounted(null)
    setFailure(null)
    count({ signal: abort.signal }).then(setCounted, (error: unknown) => {
      if (!abort.signal.aborted) setFailure(sentenceOf(error))
    })
    return () => abort.abort()
  }, [open])

  const carryOut = async () => {
    if (!counted) return
    setBusy(true)
    setFailure(null)
    try {
      await act(counted.undoSeconds)
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
      busy={busy || counted === null}
      destroys
    >
      <p>{children}</p>
      <p className="min-h-5 text-ink" aria-live="polite">
        {counted
          ? sentenceBefore(counted.counts, { undoSeconds: counted.undoSeconds, sessions: namesSessions })
          : !failure && 'Counting what would go…'}
      </p>
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
    </AlertDialog>
  )
}
