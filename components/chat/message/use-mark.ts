import type { KeyboardEvent } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { useShownContext } from '@/components/context/shown-context'
import { isPressed, type Shortcut } from '@/components/ui/shortcut'
import { useToast } from '@/components/ui/toast'
import type { Mark } from '@/lib/schemas/mark'
import type { MessageView } from '@/lib/schemas/message'
import { useThreadActions } from '../thread/thread-context'

export const PIN: Shortcut = { key: 'P', code: 'KeyP', shift: false, alone: true }
export const EXCLUDE: Shortcut = { key: 'X', code: 'KeyX', shift: false, alone: true }

/** How the exchange of a message is marked, and how that is changed. `possible`: unless the conversation is gone. */
export function useMark({ id, pinned, excluded }: MessageView): {
  possible: boolean
  mark: Mark
  /** Marks; the mark that it has is taken away. */
  toggle: (mark: Mark) => void
  /** For what has the focus. */
  onKeyDown: (event: KeyboardEvent) => void
} {
  const { gone } = useShownContext()
  const actions = useThreadActions()
  const show = useToast()
  const mark: Mark = pinned ? 'pinned' : excluded ? 'excluded' : null

  const toggle = (next: Mark) => {
    actions
      .mark(id, next === mark ? null : next)
      .catch((error: unknown) => show({ text: sentenceOf(error), tone: 'danger' }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = isPressed(PIN, event.nativeEvent)
      ? 'pinned'
      : isPressed(EXCLUDE, event.nativeEvent)
        ? 'excluded'
        : null
    if (next === null || gone) return
    event.preventDefault()
    // A key that is held down would take the mark away again.
    if (!event.repeat) toggle(next)
  }
  return { possible: !gone, mark, toggle, onKeyDown }
}
