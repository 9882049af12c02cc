'use client'

import { Search, X } from 'lucide-react'
import { visibleSessions } from '@/components/sessions/session-list'
import { useSessionList } from '@/components/sessions/session-store-context'
import { FIELD } from '@/components/ui/field'
import { IconButton } from '@/components/ui/icon-button'
import { MEMORY_QUERY_MAX } from '@/lib/schemas/recall'
import type { AskedMemory } from './asked-memory'
import { DaysFilter } from './days-filter'

/** So many of the newest are offered: of an older one, the row itself leads to it. */
const OFFERED = 50

type Props = {
  asked: AskedMemory
  onAsked: (asked: AskedMemory) => void
  /** Of its conversation; null: not known. */
  title: string | null
}

/** What is looked for, in which conversation, and between which days. */
export function MemoryFilter({ asked, onAsked, title }: Props) {
  const { text, sessionId, from, to } = asked
  const remembered = visibleSessions(useSessionList()).filter(({ temporary }) => !temporary)
  const offered: { id: string; title: string }[] = remembered.slice(0, OFFERED)
  if (sessionId !== null && !offered.some(({ id }) => id === sessionId)) {
    const known = remembered.find(({ id }) => id === sessionId)
    offered.unshift({ id: sessionId, title: known?.title ?? title ?? 'In one conversation' })
  }
  const onText = (next: string) => onAsked({ ...asked, text: next })
  return (
    <search className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="relative flex h-9 min-w-0 flex-1 basis-64 items-center border-rule border-b transition-colors has-[input:focus]:border-accent pointer-coarse:h-11">
        <Search size={16} aria-hidden className="shrink-0 text-ink-3" />
        <input
          type="search"
          value={text}
          maxLength={MEMORY_QUERY_MAX}
          dir="auto"
          autoComplete="off"
          aria-label="Search the memory"
          placeholder="Search as a message would"
          className="h-full min-w-0 flex-1 bg-transparent px-2 text-ink text-ui outline-none pointer-coarse:text-body [&::-webkit-search-cancel-button]:hidden"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onText('')
          }}
        />
        {text !== '' && (
          <IconButton icon={X} label="Clear the search" size="small" onClick={() => onText('')} />
        )}
      </div>
      <select
        aria-label="In which conversation"
        className={`${FIELD} h-9 w-auto! min-w-0 max-w-full basis-56`}
        value={sessionId ?? ''}
        onChange={(event) => onAsked({ ...asked, sessionId: event.target.value || null })}
      >
        <option value="">In all conversations</option>
        {offered.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <DaysFilter days={{ from, to }} onDays={(days) => onAsked({ ...asked, ...days })} />
    </search>
  )
}
