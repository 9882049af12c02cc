'use client'

import { AT_SUMMARY, useContextActions, useShownContext } from '@/components/context/shown-context'

/** At the end of the bracket around what a summary stands for: its name, and the way to its words. */
export function SummaryLabel({ messageId }: { messageId: string }) {
  const { bracket } = useShownContext()
  const { pointAt } = useContextActions()
  const part = bracket.get(messageId)
  if (!part?.isLast) return null
  return (
    <button
      type="button"
      className="-ms-2 relative flex h-6 items-center rounded-md px-2 text-ink-3 text-small hover:bg-hover hover:text-ink-2"
      onClick={() => pointAt(AT_SUMMARY)}
    >
      summary · v{part.version}
      <span className="sr-only">: it stands for the messages above. Opens the context panel at it.</span>
    </button>
  )
}
