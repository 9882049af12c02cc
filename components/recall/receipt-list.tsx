'use client'

import { useState } from 'react'
import { ForgetExchangeDialog } from '@/components/forget/forget-exchange-dialog'
import type { Receipt } from '@/lib/schemas/recall'
import { ReceiptRow } from './receipt-row'

type Props = { receipts: readonly Receipt[]; onForgotten?: () => void; onNavigate?: () => void }

/** The passages that an answer was given, the best first, and what can be done about each. */
export function ReceiptList({ receipts, onForgotten, onNavigate }: Props) {
  const [asked, setAsked] = useState<Receipt | null>(null)
  return (
    <>
      <ol className="divide-y divide-rule">
        {receipts.map((receipt) => (
          <ReceiptRow
            key={receipt.rank}
            receipt={receipt}
            onForget={() => setAsked(receipt)}
            onNavigate={onNavigate}
          />
        ))}
      </ol>
      {asked && (
        <ForgetExchangeDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          onDone={onForgotten}
          exchange={{ id: asked.exchangeId, sessionId: asked.sessionId }}
          said={asked.user ?? ''}
        />
      )}
    </>
  )
}
