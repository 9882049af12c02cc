'use client'

import { useEffect, useRef, useState } from 'react'
import { ForgetExchangeDialog } from '@/components/forget/forget-exchange-dialog'
import type { Receipt } from '@/lib/schemas/recall'
import { ReceiptRow } from './receipt-row'
import { useNeverRecall } from './use-never-recall'

type Props = { receipts: readonly Receipt[]; onNavigate?: () => void }

/** The passages that an answer was given, the best first, and what can be done about each. */
export function ReceiptList({ receipts, onNavigate }: Props) {
  const [asked, setAsked] = useState<Receipt | null>(null)
  const { never, neverRecall } = useNeverRecall()
  const list = useRef<HTMLOListElement>(null)
  const acted = useRef(false)

  // What was forgotten has no buttons any more: whoever pressed one by keyboard goes on from the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other receipts are what takes buttons away.
  useEffect(() => {
    if (!acted.current || document.activeElement !== document.body) return
    acted.current = false
    list.current?.focus({ preventScroll: true })
  }, [receipts])

  return (
    <>
      <ol ref={list} tabIndex={-1} className="divide-y divide-rule outline-none">
        {receipts.map((receipt) => (
          <ReceiptRow
            key={receipt.rank}
            receipt={receipt}
            onForget={() => setAsked(receipt)}
            isNever={never.has(receipt.sessionId)}
            onNever={neverRecall}
            onNavigate={onNavigate}
          />
        ))}
      </ol>
      {asked && (
        <ForgetExchangeDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          onDone={() => {
            acted.current = true
          }}
          exchange={{ id: asked.exchangeId, sessionId: asked.sessionId }}
          said={asked.user ?? ''}
        />
      )}
    </>
  )
}
