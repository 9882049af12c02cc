'use client'

import type { ContextMapView } from '@/lib/schemas/context-map'
import { useConversation } from '../conversation'
import { reasonInWords } from '../reason-words'
import { useShownContext } from '../shown-context'
import { summaryIn } from '../summary-in'
import { rangeInWords } from './range-words'

/** What was not sent, as ranges with their reasons. */
export function LeftOutList({ map }: { map: ContextMapView }) {
  const { messages, earlier } = useConversation()
  const { shown } = useShownContext()
  const being = shown.tense === 'next' ? 'is' : shown.unsent ? 'would have been' : 'was'
  return (
    <section aria-label="Left out">
      <h3 className="pb-1 font-medium text-small">Left out</h3>
      {map.leftOut.length === 0 ? (
        <p className="text-ink-3">
          Nothing: the whole conversation {being} sent
          {summaryIn(map) && ', the older part as its summary'}.
        </p>
      ) : (
        <ul className="-mx-2">
          {map.leftOut.map((range) => (
            <li key={`${range.fromSeq}-${range.reason}`} className="flex gap-2 px-2 py-1">
              <span aria-hidden data-look="left-out" className="mt-1 h-3 w-1.5 shrink-0" />
              <span>
                {rangeInWords(range, messages, earlier)}
                <span className="text-ink-3">: {reasonInWords(range.reason, map)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
