'use client'

import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useShared } from '../shared-context'
import { useThread } from '../thread/thread-context'
import { InstructionsDialog } from './instructions-dialog'

/** At the head of the thread: the instructions in force, in a line. */
export function InstructionsNote() {
  const { choices, gone } = useThread()
  const { defaultInstructions } = useShared()
  const [editing, setEditing] = useState(false)
  const text = choices.instructions ?? defaultInstructions
  const own = choices.instructions !== null
  return (
    <div className="thread-row pt-3">
      {text !== '' && <span aria-hidden className="line-piece" data-line="fresh" />}
      <details className="group/note rounded-md text-small">
        <summary className="-ms-2 flex list-none items-center gap-2 rounded-md px-2 py-1.5 text-ink-3 hover:bg-hover hover:text-ink-2 [&::-webkit-details-marker]:hidden">
          <ScrollText size={16} aria-hidden className="shrink-0" />
          <span className="shrink-0">{own ? 'Instructions' : 'Instructions (default)'}</span>
          <bdi className="min-w-0 flex-1 truncate group-open/note:invisible">
            {text === '' ? 'none' : text}
          </bdi>
        </summary>
        <div className="py-2">
          <p
            dir="auto"
            className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap text-ink-2 text-ui"
          >
            {text === '' ? 'The model is given no instructions beside the conversation.' : text}
          </p>
          {!gone && (
            <Button size="small" className="mt-3" onClick={() => setEditing(true)}>
              Edit instructions
            </Button>
          )}
        </div>
      </details>
      <InstructionsDialog open={editing} onOpenChange={setEditing} />
    </div>
  )
}
