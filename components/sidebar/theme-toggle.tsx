'use client'

import { Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { IconButton } from '@/components/ui/icon-button'
import { useClientValue } from '@/components/ui/use-client-value'

/**
 * The other of the two themes. The server cannot know which is on, so that the button says so once the page is alive.
 */
export function ThemeToggle() {
  const { resolvedTheme, setTheme } = useTheme()
  const dark = useClientValue(() => resolvedTheme === 'dark') === true
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={dark ? 'Switch to light' : 'Switch to dark'}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  )
}
