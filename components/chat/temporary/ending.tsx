'use client'

import { EndsAt } from './ends-at'
import { useEnding } from './use-ending'

/** When the conversation ends; nothing for one that is kept. */
export function Ending() {
  const ending = useEnding()
  if (ending === null) return null
  return (
    <p className="min-w-0 truncate text-ink-3 text-small">
      <EndsAt ending={ending} before="ends " />
    </p>
  )
}
