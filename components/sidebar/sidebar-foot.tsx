'use client'

import { Settings } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { buttonClasses } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ThemeToggle } from './theme-toggle'

export function SidebarFoot({ onNavigate }: { onNavigate?: () => void }) {
  const current = usePathname() === '/settings'
  return (
    <footer className="flex shrink-0 items-center justify-between border-rule border-t p-2">
      <Link
        href="/settings"
        aria-current={current ? 'page' : undefined}
        onClick={onNavigate}
        className={classes(
          buttonClasses({ variant: 'quiet' }),
          'pointer-coarse:h-11',
          current && 'bg-hover text-ink',
        )}
      >
        <Settings size={16} aria-hidden />
        Settings
      </Link>
      <ThemeToggle />
    </footer>
  )
}
