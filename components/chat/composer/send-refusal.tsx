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
  if (refusal.kind === 'elsewhere') {
    return (
      <div role="alert" className="thread-row flex items-start gap-2 pb-2 text-ui text-warn">
        <LineTail />
        <Hourglass size={16} aria-hidden className="mt-0.5 shrink-0" />
        <p className="min-w-0 flex-1">
          This conversation is being answered in another window. Your message is kept here; send it when that
          answer has ended.
        </p>
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
