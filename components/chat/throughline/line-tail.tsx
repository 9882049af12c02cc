'use client'

import { useShownContext } from '@/components/context/shown-context'

/** The line on its way to the composer: part of the next turn alone. */
export function LineTail({ className = '' }: { className?: string }) {
  const { shown } = useShownContext()
  return (
    <span
      aria-hidden
      className={`line-piece ${className}`}
      data-line={shown.tense === 'next' ? 'fresh' : 'later'}
    />
  )
}
