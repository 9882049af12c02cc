import type { ReactNode } from 'react'

export type ToastContent = {
  text: ReactNode
  /** Such as Undo. The toast goes when it is pressed. */
  action?: { label: string; onPress: () => void }
  /** In ms; 6,000 by default. For an undo: as long as it can be undone. */
  duration?: number
  tone?: 'plain' | 'danger'
}

export type Shown = ToastContent & { id: number }

const MOST = 5

/** One more, at the end. The oldest goes where there are too many, and one that says the same and offers nothing. */
export function withToast(now: readonly Shown[], content: ToastContent): Shown[] {
  const others = now.filter((each) => each.action || each.text !== content.text)
  return [...others.slice(1 - MOST), { ...content, id: (now.at(-1)?.id ?? 0) + 1 }]
}
