'use client'

import { useEffect, useRef, useState } from 'react'
import { AnsweringMark } from '@/components/ui/answering-mark'
import { Button } from '@/components/ui/button'
import type { ContextMapView } from '@/lib/schemas/context-map'
import type { SummaryView } from '@/lib/schemas/summary'
import { useConversation } from '../conversation'
import { AT_SUMMARY, useShownContext } from '../shown-context'
import { summaryIn } from '../summary-in'
import { usesSummary } from '../uses-summary'
import { EditSummaryDialog } from './edit-summary-dialog'
import { useSummaries } from './summary-context'
import type { Reading } from './summary-dialog'
import { summaryFacts } from './summary-facts'
import { summaryNotes } from './summary-notes'
import { summaryRange } from './summary-range'
import { editableOf } from './summary-store'
import { useChangeSummary } from './use-change-summary'

type Props = { map: ContextMapView; onRead: (reading: Reading) => void }

/** What stands for the older messages, in its words; and what can be done with it, for the next turn. */
export function SummarySection({ map, onRead }: Props) {
  const { shown, gone, pinned, pointedAt } = useShownContext()
  const { list, failure } = useSummaries()
  const section = useRef<HTMLElement>(null)
  const isNext = shown.tense === 'next'
  const sent = summaryIn(map)
  const version = sent && list?.versions.find(({ id }) => id === sent.summaryId)

  const isPointedAt = pointedAt === AT_SUMMARY
  useEffect(() => {
    if (isPointedAt) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isPointedAt])

  return (
    <section ref={section} aria-label="Summary" className="scroll-my-4">
      <h3 className="pb-1 font-medium text-small">
        Summary{sent && <span className="text-ink-3"> v{sent.version}</span>}
      </h3>
      {version && <Words version={version} onRead={onRead} />}
      {sent && list && !version && (
        <p className="text-ink-3">
          This version is listed no more: it was forgotten, or many newer ones came after it.
        </p>
      )}
      {summaryNotes({ map, list, tense: shown.tense, pinned: isNext ? pinned : undefined }).map(
        ({ tone, text }) => (
          <p key={text} className={tone === 'warn' ? 'pt-1 text-warn' : 'pt-1 text-ink-3'}>
            {text}
          </p>
        ),
      )}
      {failure && (
        <p role="alert" className="pt-1 text-danger">
          {failure}
        </p>
      )}
      <p role="status" className="flex items-center gap-2 text-ink-2">
        {isNext && list?.writing && list.failure === null && (
          <>
            <AnsweringMark className="my-2.5" />
            Being written…
          </>
        )}
      </p>
      {isNext && !gone && usesSummary(map.settings) ? (
        <Actions onRead={onRead} />
      ) : (
        (list?.versions.length ?? 0) > 0 && (
          <div className="pt-2">
            <VersionsButton onRead={onRead} />
          </div>
        )
      )}
    </section>
  )
}

function Words({ version, onRead }: { version: SummaryView; onRead: Props['onRead'] }) {
  const { messages, models } = useConversation()
  return (
    <>
      <p dir="auto" className="wrap-anywhere line-clamp-6 whitespace-pre-wrap">
        {version.text}
      </p>
      <p className="pt-1 text-ink-3 text-small">
        Stands for {summaryRange(version, messages)}. {summaryFacts(version, models)}.
      </p>
      <Button
        variant="quiet"
        size="small"
        className="-ms-2 text-accent!"
        onClick={() => onRead({ summaryId: version.id })}
      >
        Read it all
      </Button>
    </>
  )
}

function Actions({ onRead }: { onRead: Props['onRead'] }) {
  const { list, asking } = useSummaries()
  const change = useChangeSummary()
  const [editing, setEditing] = useState(false)
  const editable = list && editableOf(list)
  if (!change || !list) return null
  const isBusy = asking || list.writing
  return (
    <div className="flex flex-wrap gap-2 pt-2">
      {editable && (
        <>
          <Button size="small" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <VersionsButton onRead={onRead} />
          <Button size="small" disabled={isBusy} onClick={() => change.ask('rewrite')}>
            Write anew
          </Button>
          <EditSummaryDialog open={editing} onOpenChange={setEditing} version={editable} save={change.edit} />
        </>
      )}
      <Button size="small" disabled={isBusy} onClick={() => change.ask('now')}>
        Summarise now
      </Button>
    </div>
  )
}

function VersionsButton({ onRead }: { onRead: Props['onRead'] }) {
  return (
    <Button size="small" onClick={() => onRead('versions')}>
      Versions
    </Button>
  )
}
