import { Terminal, Timer } from 'lucide-react'
import { clockTime } from '@/components/sessions/clock-time'
import type { SessionItem } from '@/lib/schemas/session'

type Props = { session: SessionItem; timeZone: string }

/** What a conversation is where it is not an ordinary one. Also spoken, with the row's name. */
export function KindMark({ session: { temporary, source, lastActiveAt }, timeZone }: Props) {
  if (temporary)
    return (
      <span className="flex shrink-0 items-center gap-1.5 text-ink-3 text-small" title="Ends by itself">
        <span className="sr-only">, last message at </span>
        <time dateTime={lastActiveAt}>{clockTime(new Date(lastActiveAt), timeZone)}</time>
        <Timer size={14} aria-hidden />
      </span>
    )
  if (source === 'interface')
    return (
      <span className="flex size-4 shrink-0 items-center justify-center text-ink-3" title="From a program">
        <Terminal size={14} aria-hidden />
        <span className="sr-only">, from a program</span>
      </span>
    )
  return null
}
