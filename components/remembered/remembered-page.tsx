'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { RecallSettings } from '@/lib/schemas/memory-settings'
import { IndexState } from './index-state'
import { MemoryFilter } from './memory-filter'
import { MemoryList } from './memory-list'
import { RecallSwitch } from './recall-switch'
import { Unavailable } from './unavailable'
import { useAskedMemory } from './use-asked-memory'
import { useMemorySearch } from './use-memory-search'
import { useMemoryState } from './use-memory-state'

/** All that is remembered: seen, searched as a turn searches it, and forgotten. `initial`: of all conversations. */
export function RememberedPage({ initial }: { initial: RecallSettings }) {
  const [recall, setRecall] = useState(initial)
  const index = useMemoryState()
  const [asked, setAsked] = useAskedMemory()
  const { sessionId, from, to } = asked
  const revision = index.state && JSON.stringify(index.state)
  const { found, failure, searching, extend, extending } = useMemorySearch(asked, revision)
  if (index.state?.available === false) return <Unavailable />
  const isNarrow = sessionId !== null || from !== null || to !== null
  const isEmpty = index.state?.exchanges === 0 && !isNarrow
  const title = found?.items.find((item) => item.sessionId === sessionId)?.title ?? null
  return (
    <>
      <RecallSwitch initial={initial} onSaved={setRecall} />
      <IndexState {...index} />
      <section
        aria-label="Remembered"
        aria-busy={searching}
        className="flex flex-col gap-4 border-rule border-t pt-5"
      >
        {!isEmpty && <MemoryFilter asked={asked} onAsked={setAsked} title={title} />}
        {failure && (
          <p role="alert" className="text-danger text-ui">
            {failure}
          </p>
        )}
        {found ? (
          <MemoryList
            found={found}
            recall={recall}
            onOnly={(only) => setAsked({ ...asked, sessionId: only })}
          />
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
