'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'

/** Beyond this a message is folded: pasted files would bury the conversation. In UTF-16 units and lines. */
const LONG = { units: 2_400, lines: 24 }

/** What the user wrote, as it was written. */
export function UserText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const start = startOf(text)
  return (
    <div className="-mx-3 wrap-anywhere rounded-md bg-panel px-3 py-2">
      <p dir="auto" className="whitespace-pre-wrap">
        {open ? text : start}
        {!open && start !== text && '…'}
      </p>
      {start !== text && (
        <Button
          variant="quiet"
          size="small"
          className="-ms-2 mt-1"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : `Show all (${text.length.toLocaleString('en')} characters)`}
        </Button>
      )}
    </div>
  )
}

function startOf(text: string): string {
  const start = text.slice(0, LONG.units).split('\n').slice(0, LONG.lines).join('\n')
  // Not a little more than what is hidden by folding it.
  return text.length - start.length < LONG.units / 4 ? text : start.toWellFormed().trimEnd()
}
