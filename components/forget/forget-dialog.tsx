'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { AlertDialog } from '@/components/ui/alert-dialog'
import type { ForgetCounts, QuoteList } from '@/lib/schemas/forget'
import { sentenceBefore } from './forget-words'
import { QuotesChoice } from './quotes-choice'

/** What every dialog of this folder takes. `onDone` is called once it is done, not when it is taken back. */
export type ForgetDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onDone?: () => void }

/** `quotes`: answers elsewhere that were given it, and may go as well; left out: none are asked for. */
type Counted = { counts: ForgetCounts; undoSeconds: number; quotes?: QuoteList }

type Props = ForgetDialogProps & {
  title: string
  /** What happens beside the counts, in a sentence. */
  children: ReactNode
  confirm: string
  /** Whether the counts name how many conversations go. */
  namesSessions?: boolean
  count: (options: { signal: AbortSignal }) => Promise<Counted>
  /** `along`: the answers that quoted it and go as well. */
  act: (undoSeconds: number, along: QuoteList['quotes']) => Promise<void>
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
  const [along, setAlong] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: counted when it opens; `count` is new at every render.
  useEffect(() => {
    if (!open) return
    const abort = new AbortController()
    setCounted(null)
    setFailure(null)
    count({ signal: abort.signal }).then(
      (next) => {
        setCounted(next)
        setAlong(new Set(next.quotes?.quotes.map(({ answerId }) => answerId)))
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(sentenceOf(error))
      },
    )
    return () => abort.abort()
  }, [open])

  const quotes = counted?.quotes ?? null
  const carryOut = async () => {
    if (!counted) return
    setBusy(true)
    setFailure(null)
    try {
      await act(counted.undoSeconds, quotes?.quotes.filter(({ answerId }) => along.has(answerId)) ?? [])
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
      {quotes && quotes.total > 0 && <QuotesChoice list={quotes} chosen={along} onChange={setAlong} />}
      <p className="min-h-5 text-ink" aria-live="polite">
        {counted
          ? sentenceBefore(counted.counts, {
              undoSeconds: counted.undoSeconds,
              sessions: namesSessions,
              along: along.size,
            })
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
