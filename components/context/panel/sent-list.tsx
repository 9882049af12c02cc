'use client'

import { useEffect, useRef } from 'react'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { looksOf, nameOf } from '../context-parts'
import { useConversation } from '../conversation'
import { useContextActions, useShownContext } from '../shown-context'
import { SentRow } from './sent-row'

/** What was sent, in the order of sending. A row leads to its message in the thread. */
export function SentList({ map }: { map: ContextMapView }) {
  const { messages } = useConversation()
  const { pointedAt } = useShownContext()
  const { pointAt } = useContextActions()
  const pointed = useRef<HTMLLIElement>(null)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const looks = looksOf(map)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is pointed at.
  useEffect(() => {
    pointed.current?.scrollIntoView({ block: 'nearest' })
  }, [pointedAt])

  const show = (messageId: string) => {
    pointAt(messageId)
    document.getElementById(`m-${messageId}`)?.scrollIntoView({ block: 'start' })
  }
  return (
    <section aria-label="Sent">
      <h3 className="pb-1 font-medium text-small">Sent, in this order</h3>
      <ol className="-mx-2">
        {map.segments.map((segment, index) => {
          const id = segment.kind === 'message' ? segment.messageId : ''
          const marked = id !== '' && id === pointedAt
          return (
            <SentRow
              key={id || segment.kind}
              ref={marked ? pointed : undefined}
              look={looks[index] ?? 'assistant'}
              name={nameOf(map, index)}
              tokens={segment.tokens}
              message={byId.get(id)}
              pointed={marked}
              onPress={() => show(id)}
            />
          )
        })}
      </ol>
    </section>
  )
}
