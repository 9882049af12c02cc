'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { memoryInWords } from '@/components/memory/memory-words'
import { inForce } from '@/components/memory/own-memory'
import { recallSettingsInWords } from '@/components/memory/recall-words'
import { Popover } from '@/components/ui/popover'
import { useShared } from '../shared-context'
import { useThread } from '../thread/thread-context'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; trigger: ReactNode }

/** A conversation that does not exist yet has nothing of its own: the defaults are told, and where they are changed. */
export function MemoryOfNewChat({ open, onOpenChange, trigger }: Props) {
  const { defaultMemory } = useShared()
  const { temporary } = useThread()
  return (
    <Popover open={open} onOpenChange={onOpenChange} trigger={trigger} title="Memory">
      <p>
        {memoryInWords(defaultMemory)}{' '}
        {recallSettingsInWords(inForce(defaultMemory, null).recall, { temporary })}
      </p>
      <p className="text-ink-2">
        These are{' '}
        <Link className="text-accent underline" href="/settings#memory">
          your settings
        </Link>{' '}
        for all conversations. This one can have its own after its first message.
      </p>
    </Popover>
  )
}
