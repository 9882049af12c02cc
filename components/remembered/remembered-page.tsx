'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { RecallSettings } from '@/lib/schemas/memory-settings'
import { IndexState } from './index-state'
import { MemoryFilter, type Named } from './memory-filter'
import { MemoryList } from './memory-list'
import { RecallSwitch } from './recall-switch'
import { Unavailable } from './unavailable'
import { useMemorySearch } from './use-memory-search'
import { useMemoryState } from './use-memory-state'

/** All that is remembered: seen, searched as a turn searches it, and forgotten. `initial`: of all conversations. */
export function RememberedPage({ initial }: { initial: RecallSettings }) {
  const [recall, setRecall] = useState(initial)
  const index = useMemoryState()
  const [text, setText] = useState('')
  const [session, setSession] = useState<Named | null>(null)
  const { found, failure, searching, extend, extending } = useMemorySearch({
    text,
    sessionId: session?.id ?? null,
    revision: JSON.stringify(index.state),
  })
  if (index.state?.available === false) return <Unavailable />
  const isEmpty = index.state?.exchanges === 0 && session === null
  return (
    <>
      <RecallSwitch initial={initial} onSaved={setRecall} />
      <IndexState {...index} />
      <section
        aria-label="Remembered"
        aria-busy={searching}
        className="flex flex-col gap-4 border-rule border-t pt-5"
      >
        {!isEmpty && <MemoryFilter text={text} onText={setText} session={session} onSession={setSession} />}
        {failure && (
          <p role="alert" className="text-danger text-ui">
            {failure}
          </p>
        )}
        {found ? (
          <MemoryList found={found} recall={recall} onOnly={setSession} />
        ) : (
          !failure && <p className="text-ink-3 text-ui">Looking…</p>
        )}
        {found && found.next !== null && (
          <Button variant="quiet" size="small" className="self-center" disabled={extending} onClick={extend}>
            {extending ? 'Loading…' : 'More'}
          </Button>
        )}
      </section>
    </>
  )
}
