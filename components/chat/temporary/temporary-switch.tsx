'use client'

import { useEffect, useEffectEvent, useId } from 'react'
import { isPressed, type Shortcut } from '@/components/ui/shortcut'
import { ShortcutKeys } from '@/components/ui/shortcut-keys'
import { useShared } from '../shared-context'
import { useThread, useThreadActions } from '../thread/thread-context'
import { durationInWords } from './lifetime-words'

const TEMPORARY: Shortcut = { key: 'E', code: 'KeyE', shift: true }

/** Before the first message: whether the conversation is to last. */
export function TemporarySwitch() {
  const { temporary } = useThread()
  const { beTemporary } = useThreadActions()
  const { historyTimeoutSeconds } = useShared()
  const id = useId()

  const toggle = useEffectEvent(() => beTemporary(!temporary))
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPressed(TEMPORARY, event)) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  return (
    <div>
      <div className="flex items-center gap-3">
        <button
          type="button"
          role="switch"
          aria-checked={temporary}
          aria-describedby={id}
          aria-keyshortcuts="Control+Shift+E Meta+Shift+E"
          onClick={() => beTemporary(!temporary)}
          className="group/switch -ms-1 flex min-h-9 items-center gap-2.5 rounded-md px-1 font-medium text-ui"
        >
          <span
            aria-hidden
            className="flex h-4.5 w-8 items-center rounded-full border border-ink-3 px-0.5 transition-colors group-aria-checked/switch:border-accent group-aria-checked/switch:bg-accent"
          >
            <span className="size-3 rounded-full bg-ink-3 transition-[translate,background-color] group-aria-checked/switch:translate-x-3.5 group-aria-checked/switch:bg-on-accent rtl:group-aria-checked/switch:-translate-x-3.5" />
          </span>
          Temporary chat
        </button>
        <span aria-hidden className="pointer-coarse:hidden">
          <ShortcutKeys shortcut={TEMPORARY} />
        </span>
      </div>
      <p id={id} className="text-ink-3 text-small">
        Not named, not indexed, and deleted {durationInWords(historyTimeoutSeconds)} after its last message,
        unless you keep it before.
      </p>
    </div>
  )
}
