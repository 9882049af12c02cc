'use client'

import { useSessionList, useSessionStore } from '@/components/sessions/session-store-context'
import { Button } from '@/components/ui/button'

/** Says that the list may be old, as long as it may. */
export function ListFailure() {
  const { failure } = useSessionList()
  const store = useSessionStore()
  if (failure === null) return null
  return (
    <div role="status" className="mx-2 rounded-md bg-warn-soft px-2 pt-2 pb-1 text-small text-warn">
      <p>This list may be old. {failure}</p>
      <Button variant="quiet" size="small" className="-ms-2 text-warn!" onClick={() => store.refresh()}>
        Try again
      </Button>
    </div>
  )
}
