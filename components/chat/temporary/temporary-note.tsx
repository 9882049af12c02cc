'use client'

import { Timer } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useShared } from '../shared-context'
import { LineTail } from '../throughline/line-tail'
import { durationInWords } from './lifetime-words'
import { useKeep } from './use-keep'

/** Above the composer of a temporary conversation: what becomes of it, and the one click that keeps it. */
export function TemporaryNote() {
  const { historyTimeoutSeconds } = useShared()
  const { keep, keeping } = useKeep()
  return (
    <div className="thread-row flex items-start gap-2 pb-2 text-ink-2 text-small">
      <LineTail />
      <Timer size={16} aria-hidden className="mt-px shrink-0 text-ink-3" />
      <p id="composer-temporary" className="min-w-0 flex-1 text-balance">
        Not named, not indexed. Ends {durationInWords(historyTimeoutSeconds)} after the last message and is
        then deleted.
      </p>
      <Button size="small" className="-my-1" disabled={keeping} onClick={keep}>
        Keep this chat
      </Button>
    </div>
  )
}
