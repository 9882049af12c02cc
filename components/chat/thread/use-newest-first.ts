import { startTransition, useEffect, useState } from 'react'
import { useClientValue } from '@/components/ui/use-client-value'

/** As many messages as fill a screen, and some more. */
const SCREENFUL = 12

/**
 * How many messages from the end are drawn: when one comes from another conversation, at first those that are seen,
 * and the others right after, in the time that nothing else wants. The page that the server sends has them all.
 */
export function useNewestFirst(count: number): number {
  const isAlive = useClientValue(() => true) === true
  const [all, setAll] = useState(!isAlive)
  useEffect(() => {
    if (!all) startTransition(() => setAll(true))
  }, [all])
  return all ? count : Math.min(count, SCREENFUL)
}
