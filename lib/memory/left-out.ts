import type { LeftOut, LeftOutReason } from './context-map.ts'

/** What was left out, collected oldest first into as few ranges as there are. */
export type LeftOutRanges = {
  /** Messages from `fromSeq` to `toSeq`; nothing where that is no range. */
  add(fromSeq: number, toSeq: number, reason: LeftOutReason): void
  /** A message was sent: what comes next is a range of its own. */
  cut(): void
  readonly ranges: LeftOut[]
}

export function leftOutRanges(): LeftOutRanges {
  const ranges: LeftOut[] = []
  let open: LeftOut | null = null
  return {
    ranges,
    add(fromSeq, toSeq, reason) {
      if (fromSeq > toSeq) return
      if (open?.reason === reason) {
        open.toSeq = toSeq
        return
      }
      open = { fromSeq, toSeq, reason }
      ranges.push(open)
    },
    cut() {
      open = null
    },
  }
}
