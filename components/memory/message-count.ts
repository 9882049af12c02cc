import { isWithin, type SeqRange } from '@/components/context/seq-range'
import { written } from '@/components/ui/written'
import type { MessageView } from '@/lib/schemas/message'

/** A conversation as far as it is loaded: its newest messages, without a gap up to the end. */
export type Loaded = {
  messages: readonly Pick<MessageView, 'id' | 'seq' | 'kind' | 'pinned'>[]
  /** Whether there are older ones. */
  earlier: boolean
}

export type Count = { count: number; exact: boolean }

/**
 * How many messages stand in the ranges. Those that are not loaded are counted by their seqs: perhaps a few too many.
 */
export function messagesIn(ranges: readonly SeqRange[], { messages, earlier }: Loaded): Count {
  const isInside = (seq: number) => ranges.some((range) => isWithin(range, seq))
  const inside = messages.filter(({ seq, kind }) => kind === 'message' && isInside(seq)).length
  const oldest = earlier ? (messages[0]?.seq ?? 0) : 0
  const older = ranges.reduce(
    (sum, { fromSeq, toSeq }) => sum + Math.max(0, Math.min(toSeq + 1, oldest) - Math.max(0, fromSeq)),
    0,
  )
  return { count: inside + older, exact: older === 0 }
}

/** "42 messages", "about 900 messages". */
export function countInWords({ count, exact }: Count): string {
  const number = `${exact ? '' : 'about '}${written(count)}`
  return `${number} ${count === 1 ? 'message' : 'messages'}`
}
