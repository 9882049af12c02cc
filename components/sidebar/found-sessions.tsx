'use client'

import { SessionStoreScope, useSessionList } from '@/components/sessions/session-store-context'
import { titleKey } from '@/lib/schemas/title-key'
import type { Calendar } from './day-groups'
import { SessionGroups } from './session-groups'
import type { Found } from './use-title-filter'

type Props = { found: Found; calendar: Calendar; onNavigate?: () => void }

/** The sessions that a filter found, in the place of all. */
export function FoundSessions({ found, calendar, onNavigate }: Props) {
  return (
    <SessionStoreScope store={found.store}>
      <Count />
      <SessionGroups
        calendar={calendar}
        sought={titleKey(found.title)}
        name={null}
        empty={
          <>
            <span className="block wrap-anywhere text-ink-2">No title holds “{found.title}”.</span>
            Only titles are looked through, not what was said.
          </>
        }
        onNavigate={onNavigate}
      />
    </SessionStoreScope>
  )
}

/** Says what was found to one who cannot see it. */
function Count() {
  const { sessions, next } = useSessionList()
  const count = sessions.length
  const words = count === 1 ? '1 conversation' : `${count === 0 ? 'No' : count} conversations`
  return (
    <p role="status" className="sr-only">
      {next === null ? words : `More than ${words}`} found.
    </p>
  )
}
