'use client'

import { SquarePen } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Kbd } from '@/components/ui/kbd'
import { useClientValue } from '@/components/ui/use-client-value'

const isNewChat = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey && event.code === 'KeyO'

/** As the keys are written on this machine. */
const shortcutHere = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⇧⌘O' : 'Ctrl ⇧ O')

export function NewChatLink({ onNavigate }: { onNavigate?: () => void }) {
  const router = useRouter()
  const shortcut = useClientValue(shortcutHere)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isNewChat(event)) return
      event.preventDefault()
      router.push('/')
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [router])

  return (
    <Link
      href="/"
      aria-keyshortcuts="Control+Shift+O Meta+Shift+O"
      onClick={onNavigate}
      className={classes(buttonClasses({ variant: 'plain' }), 'w-full justify-start! pointer-coarse:h-11')}
    >
      <SquarePen size={16} aria-hidden className="text-ink-2" />
      New chat
      {shortcut && (
        <span aria-hidden className="ms-auto pointer-coarse:hidden">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </Link>
  )
}
