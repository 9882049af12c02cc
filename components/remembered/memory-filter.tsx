'use client'

import { Search, X } from 'lucide-react'
import { visibleSessions } from '@/components/sessions/session-list'
import { useSessionList } from '@/components/sessions/session-store-context'
import { FIELD } from '@/components/ui/field'
import { IconButton } from '@/components/ui/icon-button'
import { MEMORY_QUERY_MAX } from '@/lib/schemas/recall'

/** So many of the newest are offered: of an older one, the row itself leads to it. */
const OFFERED = 50

/** A conversation, as far as it is shown here. */
export type Named = { id: string; title: string }

type Props = {
  text: string
  onText: (text: string) => void
  /** null: all. */
  session: Named | null
  onSession: (session: Named | null) => void
}

/** What is looked for, and in which conversation. */
export function MemoryFilter({ text, onText, session, onSession }: Props) {
  const remembered = visibleSessions(useSessionList()).filter(({ temporary }) => !temporary)
  const offered: Named[] = remembered.slice(0, OFFERED)
  const all = !session || offered.some(({ id }) => id === session.id) ? offered : [session, ...offered]
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
        value={session?.id ?? ''}
        onChange={(event) => onSession(all.find(({ id }) => id === event.target.value) ?? null)}
      >
        <option value="">In all conversations</option>
        {all.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </search>
  )
}
