'use client'

import { useEffect, useRef } from 'react'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { framingOf, looksOf, nameOf } from '../context-parts'
import { useConversation } from '../conversation'
import { messagesInWords } from '../messages-in-words'
import { passagesInWords } from '../recall-words'
import { useContextActions, useShownContext } from '../shown-context'
import { useSummaries } from '../summary/summary-context'
import { toolNames } from '../tool-names'
import { offeredInShort } from '../tool-words'
import { wordsBesideName } from './first-words'
import { SentRow } from './sent-row'

type Props = { map: ContextMapView; onReadSummary: (summaryId: string) => void }

/** What was sent, in the order of sending. A row leads to its message in the thread, or to the summary's words. */
export function SentList({ map, onReadSummary }: Props) {
  const { messages } = useConversation()
  const { list } = useSummaries()
  const { shown, exactly, pinned: pinnedNow, pointedAt } = useShownContext()
  const { pointAt } = useContextActions()
  const pointed = useRef<HTMLLIElement>(null)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const tools = toolNames(messages)
  const told = new Map(list?.versions.map((version) => [version.id, version.messageCount]))
  const pinned = shown.tense === 'next' ? pinnedNow : undefined
  const looks = looksOf(map, pinned)
  const framing = framingOf(map)
  const unsent = shown.tense === 'past' && shown.unsent

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
      <h3 className="pb-1 font-medium text-small">
        {unsent ? 'To be sent, in this order' : 'Sent, in this order'}
      </h3>
      <ol className="-mx-2">
        {map.segments.map((segment, index) => {
          const id = segment.kind === 'message' ? segment.messageId : null
          const message = id === null ? undefined : byId.get(id)
          const marked = id !== null && id === pointedAt
          const row = {
            look: looks[index] ?? 'assistant',
            name: nameOf(map, index, pinned, {
              calls: message?.toolCalls,
              tool: id === null ? undefined : tools.get(id),
            }),
            tokens: segment.tokens,
            pointed: marked,
            ref: marked ? pointed : undefined,
          }
          if (segment.kind === 'summary') {
            const { summaryId } = segment
            const count = told.get(summaryId)
            const read = () => onReadSummary(summaryId)
            return (
              <SentRow
                key={summaryId}
                {...row}
                words={count === undefined ? '' : messagesInWords(count)}
                onPress={count === undefined ? null : read}
              />
            )
          }
          const recalled = segment.kind === 'recall' ? passagesInWords(segment.passages.length) : null
          const offered = segment.kind === 'tools' ? offeredInShort(exactly?.tools ?? null) : ''
          return (
            <SentRow
              key={id ?? segment.kind}
              {...row}
              words={message ? wordsBesideName(message) : (recalled ?? offered)}
              onPress={message ? () => show(message.id) : null}
            />
          )
        })}
        {framing > 0 && (
          <li className="flex justify-between gap-2 px-2 py-1 text-ink-3">
            <span className="ps-3.5">Framing of the request</span>
            <span className="font-mono text-small">
              {framing.toLocaleString('en')}
              <span className="sr-only"> tokens</span>
            </span>
          </li>
        )}
      </ol>
    </section>
  )
}
