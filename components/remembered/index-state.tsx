'use client'

import Link from 'next/link'
import { useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { indexAgain } from '@/components/api/memory'
import { Button, buttonClasses } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import type { MemoryState } from '@/lib/schemas/recall'
import { howMuch, indexFacts, whatIsOwed } from './state-words'

type Props = {
  /** null: not known yet. */
  state: MemoryState | null
  failure: string | null
  look: () => Promise<void>
}

/** How much is remembered, what of it waits or failed, and what can be done about all of it. */
export function IndexState({ state, failure, look }: Props) {
  const [busy, setBusy] = useState(false)
  const show = useToast()
  const owed = state && whatIsOwed(state)

  const again = async () => {
    setBusy(true)
    try {
      await indexAgain()
      show({ text: 'All of it is indexed again. That goes on in the background.' })
      await look()
    } catch (error) {
      show({ text: sentenceOf(error), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section
      aria-label="Index"
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-rule border-t py-5"
    >
      <div className="min-w-0 flex-1 basis-64 text-ui" aria-live="polite">
        <p>{state ? howMuch(state) : failure ? '' : 'Looking…'}</p>
        {owed && <p className={state.failed > 0 ? 'text-warn' : 'text-ink-2'}>{owed}</p>}
        {state && <p className="text-ink-3 text-small">{indexFacts(state)}</p>}
        {failure && (
          <p role="alert" className="text-danger">
            {failure}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={busy || state === null} onClick={again}>
          Index again
        </Button>
        {state !== null && state.exchanges > 0 && (
          <Link
            href="/settings#clear-history"
            className={`${buttonClasses({ variant: 'quiet', size: 'small' })} text-danger!`}
          >
            Forget everything…
          </Link>
        )}
      </div>
    </section>
  )
}
