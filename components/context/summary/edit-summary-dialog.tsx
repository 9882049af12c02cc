'use client'

import { useEffect, useState } from 'react'
import { ApiError, sentenceOf } from '@/components/api/api-error'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/text-area'
import type { SummaryView } from '@/lib/schemas/summary'
import { NOT_USABLE } from './summary-notes'
import type { ChangeSummary } from './use-change-summary'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The newest that is used. Another one than when the dialog opened: it came meanwhile. */
  version: SummaryView
  save: ChangeSummary['edit']
}

/**
 * The summary in the user's words. What was written here is lost neither to a version that comes meanwhile nor by
 * closing: "Cancel" alone gives it up.
 */
export function EditSummaryDialog({ open, onOpenChange, version, save }: Props) {
  const [text, setText] = useState(version.text)
  const [overtaken, setOvertaken] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [base, setBase] = useState(version)
  const [kept, setKept] = useState(false)

  const begin = () => {
    setText(version.text)
    setBase(version)
    setKept(false)
    setOvertaken(false)
    setFailure(null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written stays when another version comes.
  useEffect(() => {
    if (!open) return
    if (text === base.text) begin()
    else setKept(true)
  }, [open])

  const leave = () => {
    begin()
    onOpenChange(false)
  }
  const submit = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await save({ version: overtaken ? version.version : base.version, text })
      leave()
    } catch (error) {
      const isOvertaken = error instanceof ApiError && error.code === 'summary_changed'
      if (isOvertaken) setOvertaken(true)
      else setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title={`Edit the summary, version ${base.version}`}
      description={
        version.usable
          ? 'What you save becomes a version of its own, and is sent from the next message on. The messages stay as they are.'
          : `What you save becomes a version of its own, of the same range. It is ${NOT_USABLE}. It is used again once the marks are as they were then; “Write anew” makes one of the messages as they are marked now.`
      }
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button variant="primary" onClick={submit} disabled={busy || text.trim() === ''}>
            {overtaken ? 'Save over it' : 'Save'}
          </Button>
        </>
      }
    >
      {kept && !overtaken && (
        <p className="pb-3 text-ink-2">What you wrote is not saved yet. Cancel gives it up.</p>
      )}
      {overtaken && (
        <p role="alert" className="pb-3 text-warn">
          Version {version.version} came meanwhile; it stands below. What you wrote is kept: saved, it takes
          its place.
        </p>
      )}
      <TextArea
        label="Summary"
        rows={14}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={failure}
      />
      {overtaken && (
        <details className="pt-3" open>
          <summary className="rounded-sm text-ink-2">Version {version.version}</summary>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap pt-1 text-ink-2">
            {version.text}
          </p>
        </details>
      )}
    </Dialog>
  )
}
