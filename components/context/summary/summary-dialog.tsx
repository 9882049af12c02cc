'use client'

import { ArrowLeft } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import type { SummaryView } from '@/lib/schemas/summary'
import { useConversation } from '../conversation'
import { useShownContext } from '../shown-context'
import { useSummaries } from './summary-context'
import { summaryFacts } from './summary-facts'
import { NOT_USABLE } from './summary-notes'
import { summaryRange } from './summary-range'
import { editableOf } from './summary-store'
import { useChangeSummary } from './use-change-summary'

/** The id of the version that is read, or all of them; null: the dialog is closed. */
export type Reading = { summaryId: string } | 'versions' | null

type Props = { reading: Reading; onRead: (reading: Reading) => void }

/** The versions of the summary, and each of them to read. */
export function SummaryDialog({ reading, onRead }: Props) {
  const { list } = useSummaries()
  const versions = list?.versions ?? []
  const read = reading && reading !== 'versions' && versions.find(({ id }) => id === reading.summaryId)
  return (
    <Dialog
      open={reading !== null}
      onOpenChange={(open) => !open && onRead(null)}
      wide
      title={read ? `Summary, version ${read.version}` : 'Versions of the summary'}
      footer={read && <ReadFooter version={read} onRead={onRead} />}
    >
      {read ? <Words version={read} /> : <Versions versions={versions} onRead={onRead} />}
    </Dialog>
  )
}

function Words({ version }: { version: SummaryView }) {
  const { messages, models } = useConversation()
  return (
    <>
      <div className="flex items-start gap-2 pb-3 text-ink-3 text-small">
        <p className="min-w-0 flex-1">
          Stands for {summaryRange(version, messages)}. {summaryFacts(version, models)}.
        </p>
        <CopyButton label="Copy the summary" text={() => version.text} />
      </div>
      {!version.usable && (
        <p className="pb-3 text-warn">
          This version is {NOT_USABLE}. It is used again once the marks are as they were then; “Write anew” in
          the panel makes one of the messages as they are marked now.
        </p>
      )}
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {version.text}
      </p>
    </>
  )
}

function ReadFooter({ version, onRead }: { version: SummaryView; onRead: Props['onRead'] }) {
  const { list } = useSummaries()
  const { gone } = useShownContext()
  const change = useChangeSummary()
  const isNewest = (list && editableOf(list))?.id === version.id
  return (
    <>
      <Button variant="quiet" className="me-auto" onClick={() => onRead('versions')}>
        <ArrowLeft size={16} aria-hidden />
        All versions
      </Button>
      {change && !gone && !isNewest && (
        <Button
          onClick={() => {
            onRead(null)
            void change.restore(version)
          }}
        >
          Use this version again
        </Button>
      )}
    </>
  )
}

function Versions({ versions, onRead }: { versions: readonly SummaryView[]; onRead: Props['onRead'] }) {
  const { messages, models } = useConversation()
  const { plan } = useShownContext()
  if (versions.length === 0) return <p className="text-ink-2">There are none.</p>
  return (
    <ol className="-mx-2">
      {versions.map((version) => (
        <li key={version.id}>
          <button
            type="button"
            className="flex w-full gap-3 rounded-md px-2 py-2 text-start hover:bg-hover"
            onClick={() => onRead({ summaryId: version.id })}
          >
            <span className="w-8 shrink-0 font-mono text-small leading-5">v{version.version}</span>
            <span className="min-w-0 flex-1">
              <bdi className="block truncate">{version.text}</bdi>
              <span className="block text-ink-3 text-small">
                {summaryRange(version, messages)}; {summaryFacts(version, models)}
              </span>
            </span>
            {plan?.summary?.id === version.id && (
              <span className="shrink-0 text-accent text-small leading-5">sent next</span>
            )}
            {!version.usable && <span className="shrink-0 text-ink-3 text-small leading-5">not used</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}
