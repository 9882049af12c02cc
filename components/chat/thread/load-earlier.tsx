'use client'

import { Button } from '@/components/ui/button'
import { useEarlier } from './use-earlier'

/** `before` is called just before the rows are added. */
export function LoadEarlier({ before }: { before: () => void }) {
  const { busy, load } = useEarlier(before)
  return (
    <div className="thread-row flex justify-center pt-4">
      <Button variant="quiet" size="small" onClick={() => void load()} disabled={busy}>
        {busy ? 'Loading…' : 'Earlier messages'}
      </Button>
    </div>
  )
}
