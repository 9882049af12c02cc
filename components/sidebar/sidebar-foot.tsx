'use client'

import { History, type LucideIcon, Settings } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { buttonClasses } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ThemeToggle } from './theme-toggle'

const PAGES: { path: string; name: string; icon: LucideIcon }[] = [
  { path: '/memory', name: 'Memory', icon: History },
  { path: '/settings', name: 'Settings', icon: Settings },
]

export function SidebarFoot({ onNavigate }: { onNavigate?: () => void }) {
  const current = usePathname()
  return (
    <footer className="flex shrink-0 items-center border-rule border-t p-2">
      {PAGES.map(({ path, name, icon: Icon }) => (
        <Link
          key={path}
          href={path}
          aria-current={path === current ? 'page' : undefined}
          onClick={onNavigate}
          className={classes(
            buttonClasses({ variant: 'quiet' }),
            'pointer-coarse:h-11',
            path === current && 'bg-hover text-ink',
          )}
        >
          <Icon size={16} aria-hidden />
          {name}
        </Link>
      ))}
      <span className="ms-auto">
        <ThemeToggle />
      </span>
    </footer>
  )
}
