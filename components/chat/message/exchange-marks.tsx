'use client'

import { EyeOff, Pin } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'
import type { MessageView } from '@/lib/schemas/message'
import { EXCLUDE, PIN, useMark } from './use-mark'

const MARKS = [
  { mark: 'pinned', icon: Pin, label: 'Always send this exchange', shortcut: PIN },
  { mark: 'excluded', icon: EyeOff, label: 'Never send this exchange', shortcut: EXCLUDE },
] as const

/** Pins a question with its answer, or leaves both out. */
export function ExchangeMarks({ message }: { message: MessageView }) {
  const { possible, mark: marked, toggle, onKeyDown } = useMark(message)
  if (!possible) return null
  return MARKS.map(({ mark, icon, label, shortcut }) => (
    <IconButton
      key={mark}
      icon={icon}
      label={label}
      shortcut={shortcut}
      size="small"
      aria-pressed={mark === marked}
      aria-keyshortcuts={shortcut.key}
      onClick={() => toggle(mark)}
      onKeyDown={onKeyDown}
    />
  ))
}
