'use client'

import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { ContextBar } from '../context-bar'
import { useConversation } from '../conversation'
import { fallsNext, fallsNextInWords } from '../falls-next'
import { useContextActions, useShownContext } from '../shown-context'
import { type Reading, SummaryDialog } from '../summary/summary-dialog'
import { SummarySection } from '../summary/summary-section'
import { tokensInWords } from '../tokens-in-words'
import { ExactlySent } from './exactly-sent'
import { LeftOutList } from './left-out-list'
import { LimitFacts } from './limit-facts'
import { RecalledSection } from './recalled-section'
import { SentList } from './sent-list'

/** What was sent, what was not and why, in tokens: of the next turn, or of an answer that was selected. */
export function ContextPanel() {
  const { shown, gone } = useShownContext()
  const { openPanel } = useContextActions()
  const past = shown.tense === 'past'
  return (
    <div className="flex h-full min-h-0 flex-col text-ui">
      <header className="flex h-13 shrink-0 items-center gap-2 ps-4 pe-2">
        <h2 className="min-w-0 flex-1 truncate font-medium">
          {past ? (shown.unsent ? 'What was not sent' : 'What the model saw') : 'What the model will see'}
        </h2>
        <IconButton icon={X} label="Close the panel" side="bottom" onClick={() => openPanel(false)} />
      </header>
      <div className="relative min-h-0 flex-1 overflow-y-auto px-4 pb-6">
        {gone && !past ? (
          <p className="text-ink-2">Nothing: this conversation was deleted.</p>
        ) : (
          <WhatWasSent />
        )}
      </div>
    </div>
  )
}

function WhatWasSent() {
  const { shown, map, exactly, pinned, loading, failure } = useShownContext()
  const { sessionId } = useConversation()
  const { select } = useContextActions()
  const [reading, setReading] = useState<Reading>(null)
  const past = shown.tense === 'past'
  const falls = map && !past ? fallsNext(map) : null
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-small">
        {past ? 'For one past answer. The line shows it too.' : 'With the next message, as it now stands.'}
        {past && (
          <Button
            variant="quiet"
            size="small"
            className="-my-1 -ms-2 text-accent!"
            onClick={() => select(null)}
          >
            Back to the next turn
          </Button>
        )}
      </p>
      {past && shown.unsent && (
        <p className="pt-3 text-warn">
          What would have been sent: it was over what the model can hold, so no call was made.
        </p>
      )}
      {failure && (
        <p role="alert" className="pt-3 text-danger">
          {failure}
        </p>
      )}
      {!map && !failure && (
        <p className="pt-3 text-ink-2">
          {loading ? 'Loading…' : past ? 'This answer has no record of what was sent.' : 'Planning…'}
        </p>
      )}
      {map && (
        <div className="flex flex-col gap-6 pt-4">
          <div>
            <ContextBar map={map} pinned={past ? undefined : pinned} className="h-3" />
            <p className="flex justify-between gap-3 pt-2">
              <span>
                {map.tokens.toLocaleString('en')} of {tokensInWords(map.limit.total)}
              </span>
              {map.overBudget && <span className="text-warn">over the limit</span>}
            </p>
            {falls && <p className="pt-1 text-ink-3">{fallsNextInWords(falls)}</p>}
          </div>
          {sessionId !== null && <SummarySection map={map} onRead={setReading} />}
          <SentList map={map} onReadSummary={(summaryId) => setReading({ summaryId })} />
          <RecalledSection map={map} />
          <LeftOutList map={map} />
          <LimitFacts map={map} />
          {exactly && <ExactlySent {...exactly} unsent={past && shown.unsent === true} />}
          <SummaryDialog reading={reading} onRead={setReading} />
        </div>
      )}
    </>
  )
}
