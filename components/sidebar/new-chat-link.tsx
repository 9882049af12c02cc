'use client'

import { SquarePen } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { isPressed, type Shortcut } from '@/components/ui/shortcut'
import { ShortcutKeys } from '@/components/ui/shortcut-keys'

const NEW_CHAT: Shortcut = { key: 'O', code: 'KeyO', shift: true }

export function NewChatLink({ onNavigate }: { onNavigate?: () => void }) {
  const router = useRouter()

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPressed(NEW_CHAT, event)) return
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
      <span aria-hidden className="ms-auto pointer-coarse:hidden">
        <ShortcutKeys shortcut={NEW_CHAT} />
      </span>
    </Link>
  )
}
