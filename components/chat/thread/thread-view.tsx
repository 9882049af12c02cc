'use client'

import { ArrowDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toolNames } from '@/components/context/tool-names'
import { IconButton } from '@/components/ui/icon-button'
import { EmptyThread } from '../empty-thread'
import { InstructionsNote } from '../header/instructions-note'
import { MessageRow } from '../message/message-row'
import { EndScript } from '../scroll/end-script'
import { useKeptPlace } from '../scroll/use-kept-place'
import { useLinkedMessage } from '../scroll/use-linked-message'
import { useStickToBottom } from '../scroll/use-stick-to-bottom'
import { LineTail } from '../throughline/line-tail'
import { LoadEarlier } from './load-earlier'
import { useThread } from './thread-context'
import { ThreadNews } from './thread-news'
import { useEarlier } from './use-earlier'
import { useNewestFirst } from './use-newest-first'

/** The thread, or what there is to say before it. */
export function ThreadView({ nonce }: { nonce: string | undefined }) {
  const { messages, run } = useThread()
  return messages.length === 0 && !run ? <EmptyThread /> : <Messages nonce={nonce} />
}

/** The messages, in the one part of the page that scrolls. */
function Messages({ nonce }: { nonce: string | undefined }) {
  const { messages, earlier, run, gone } = useThread()
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { atEnd, toEnd, leaveEnd } = useStickToBottom(scroller, content)
  const keepPlace = useKeptPlace(scroller, messages[0]?.id ?? null)
  const tools = toolNames(messages)
  const undrawn = messages.length - useNewestFirst(messages.length)

  const { load } = useEarlier(keepPlace)
  useLinkedMessage({ messages, earlier: earlier && !gone, undrawn, loadEarlier: load, leaveEnd })

  // One who sends wants to see it, wherever they had scrolled to.
  const sending = run?.stage === 'sending'
  useEffect(() => {
    if (sending) toEnd()
  }, [sending, toEnd])

  // A message that goes takes its buttons along: whoever pressed one by keyboard goes on from the thread.
  const count = useRef(messages.length)
  useEffect(() => {
    const isFewer = messages.length < count.current
    count.current = messages.length
    if (isFewer && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }, [messages.length])

  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section ref={scroller} aria-label="Conversation" tabIndex={0} className="h-full overflow-y-auto">
        <div ref={content} className="thread-column flex min-h-full flex-col">
          {undrawn === 0 && (earlier ? !gone && <LoadEarlier before={keepPlace} /> : <InstructionsNote />)}
          {messages.map((message, index) =>
            index < undrawn ? null : (
              <MessageRow
                key={message.id}
                message={message}
                before={messages[index - 1]?.id ?? null}
                after={messages[index + 1]?.id ?? null}
                tool={tools.get(message.id) ?? null}
              />
            ),
          )}
          <div className="thread-row min-h-4 flex-1">
            <LineTail />
          </div>
        </div>
        <EndScript nonce={nonce} />
      </section>
      {!atEnd && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <IconButton
            icon={ArrowDown}
            label="Jump to the latest"
            onClick={toEnd}
            className="pointer-events-auto animate-rise bg-float! shadow-lift"
          />
        </div>
      )}
      <ThreadNews />
    </div>
  )
}
