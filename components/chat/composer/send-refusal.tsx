import { CircleAlert, Hourglass } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { LineTail } from '../throughline/line-tail'
import type { Refusal } from './use-send'

type Props = {
  refusal: Refusal
  onRetry: () => void
  retriable: boolean
}

/** Why the message still stands in the composer, and what to do. */
export function SendRefusal({ refusal, onRetry, retriable }: Props) {
  if (refusal.kind !== 'failed') {
    return (
      <div role="alert" className="thread-row flex items-start gap-2 pb-2 text-ui text-warn">
        <LineTail />
        <Hourglass size={16} aria-hidden className="mt-0.5 shrink-0" />
        <p className="min-w-0 flex-1">{waitingWords(refusal)}</p>
      </div>
    )
  }
  return (
    <div role="alert" className="thread-row flex items-start gap-2 pb-2 text-danger text-ui">
      <LineTail />
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      <p className="wrap-anywhere min-w-0 flex-1">{refusal.text}</p>
      <Button size="small" onClick={onRetry} disabled={!retriable}>
        Try again
      </Button>
    </div>
  )
}

function waitingWords(refusal: Exclude<Refusal, { kind: 'failed' }>): string {
  if (refusal.kind === 'elsewhere')
    return 'This conversation is being answered in another window. Your message is kept here; send it when that answer has ended.'
  return refusal.begunHere
    ? 'An answer is being written. Your message waits in the field; send it when the answer has ended.'
    : 'An answer is being written that was begun in another window, or before this page was opened. Your message waits in the field; send it when that answer has ended.'
}
