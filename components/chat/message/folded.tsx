'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { type Long, shortened } from './shortened'

type Props = {
  text: string
  /** Beyond this it is folded. */
  long: Long
  /** Draws what is shown of it. `all`: it was opened. */
  children: (shown: string, all: boolean) => ReactNode
}

/** A text as it was written; of a long one the beginning, until all of it is asked for. */
export function Folded({ text, long, children }: Props) {
  const [open, setOpen] = useState(false)
  const short = shortened(text, long)
  const isLong = short !== text
  return (
    <>
      {children(open ? text : short, open && isLong)}
      {isLong && (
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
    </>
  )
}
