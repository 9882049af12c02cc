'use client'

import { useLayoutEffect, useRef, useState } from 'react'
import { TITLE_MAX } from '@/lib/schemas/title-text'

type Props = {
  title: string
  /**
   * Called once: with the new title, or null where it stays as it was; `byKey`: the field was not left, but ended by a
   * key.
   */
  onEnd: (title: string | null, byKey: boolean) => void
}

/** Enter and leaving save, Escape restores; an empty title is none. */
export function TitleField({ title, onEnd }: Props) {
  const [text, setText] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  const ended = useRef(false)

  // Before the browser hears the next key: whoever types at once loses no letter, and has none written over.
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])

  const end = (keep: boolean, byKey: boolean) => {
    if (ended.current) return
    ended.current = true
    const next = text.trim()
    onEnd(keep && next !== '' && next !== title ? next : null, byKey)
  }

  return (
    <input
      ref={field}
      value={text}
      maxLength={TITLE_MAX}
      dir="auto"
      aria-label="Title of the conversation"
      className="mx-1 h-7 w-full rounded-sm bg-paper px-2 text-ink text-ui pointer-coarse:h-9"
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(true, true)
        if (event.key === 'Escape') end(false, true)
      }}
    />
  )
}
