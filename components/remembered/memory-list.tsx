'use client'

import { useEffect, useRef, useState } from 'react'
import { DeleteConversationDialog } from '@/components/forget/delete-conversation-dialog'
import { ForgetExchangeDialog } from '@/components/forget/forget-exchange-dialog'
import type { RecallSettings } from '@/lib/schemas/memory-settings'
import type { MemoryItem } from '@/lib/schemas/recall'
import { foundInWords } from './found-words'
import { MemoryRow } from './memory-row'
import type { FoundMemory } from './use-memory-search'

type Asked = { forget: 'exchange' | 'conversation'; item: MemoryItem }

type Props = {
  found: FoundMemory
  /** Of all conversations. */
  recall: RecallSettings
  onOnly: (sessionId: string) => void
}

/** What was found; of a search first what a turn would be given, then, below a line, what it would not. */
export function MemoryList({ found, recall, onOnly }: Props) {
  const { items, query, sessionId } = found
  const [asked, setAsked] = useState<Asked | null>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const acted = useRef(false)
  const given = items.filter(({ fit }) => fit?.letIn !== false)
  const others = items
    .filter(({ fit }) => fit?.letIn === false)
    .toSorted((a, b) => (b.fit?.score ?? 0) - (a.fit?.score ?? 0))

  // The button that was pressed may be gone with its row: whoever came by keyboard goes on from the count.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is what takes buttons away.
  useEffect(() => {
    if (acted.current && document.activeElement === document.body)
      count.current?.focus({ preventScroll: true })
    acted.current = false
  }, [items])

  const row = (item: MemoryItem) => (
    <MemoryRow
      key={item.id}
      item={item}
      alone={sessionId !== null}
      onOnly={() => onOnly(item.sessionId)}
      onForget={() => setAsked({ forget: 'exchange', item })}
      onDelete={() => setAsked({ forget: 'conversation', item })}
    />
  )
  const dialog = {
    open: true,
    onOpenChange: (open: boolean) => !open && setAsked(null),
    onDone: () => {
      acted.current = true
    },
  }
  return (
    <>
      <p ref={count} tabIndex={-1} role="status" className="text-ink-2 text-ui outline-none">
        {foundInWords(found, recall)}
      </p>
      {given.length > 0 && <ul className="divide-y divide-rule">{given.map(row)}</ul>}
      {others.length > 0 && (
        <section aria-label="Not given" className="border-rule-strong border-t-2 border-dashed pt-2">
          <p className="text-ink-3 text-small">
            Below this line: looked at, and not given to a message that says “<bdi>{query}</bdi>”. Where
            nothing else is said, it is not near enough.
          </p>
          <ul className="divide-y divide-rule">{others.map(row)}</ul>
        </section>
      )}
      {asked?.forget === 'exchange' && (
        <ForgetExchangeDialog
          {...dialog}
          exchange={{ id: asked.item.id, sessionId: asked.item.sessionId }}
          said={asked.item.user}
        />
      )}
      {asked?.forget === 'conversation' && (
        <DeleteConversationDialog {...dialog} sessionId={asked.item.sessionId} title={asked.item.title} />
      )}
    </>
  )
}
