'use client'

import { ReceiptList } from '@/components/recall/receipt-list'
import { useReceipts } from '@/components/recall/use-receipts'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { recallInWords } from '../recall-words'
import { useShownContext } from '../shown-context'

/** What recall did, and for a past answer the passages that it was given. */
export function RecalledSection({ map }: { map: ContextMapView }) {
  const { shown } = useShownContext()
  const hasPassages = map.segments.some(({ kind }) => kind === 'recall')
  const answerId = shown.tense === 'past' && hasPassages ? shown.answerId : null
  const { receipts, failure } = useReceipts(answerId)
  const words = recallInWords(map)
  if (words === null) return null
  return (
    <section aria-label="Recalled">
      <h3 className="pb-1 font-medium text-small">Recalled</h3>
      <p className={map.recall?.outcome === 'failed' ? 'text-warn' : 'text-ink-3'}>{words}</p>
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      {receipts && <ReceiptList receipts={receipts} />}
    </section>
  )
}
