'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useClientValue } from '@/components/ui/use-client-value'
import { Section } from './section'

const THEMES = [
  { value: 'light', name: 'Light', icon: Sun },
  { value: 'dark', name: 'Dark', icon: Moon },
  { value: 'system', name: 'As the system', icon: Monitor },
] as const

export function AppearanceSection() {
  const { theme, setTheme } = useTheme()
  // The choice lives in the browser: the server's page has none marked.
  const chosen = useClientValue(() => theme ?? null)
  return (
    <Section id="appearance" title="Appearance" intro="Kept in this browser.">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Theme</legend>
        {THEMES.map(({ value, name, icon: Icon }) => (
          <label
            key={value}
            className="flex h-9 cursor-pointer items-center gap-2 rounded-md border border-rule-strong px-3 text-ink-2 text-ui has-checked:border-accent has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 pointer-coarse:h-11"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={chosen === value}
              onChange={() => setTheme(value)}
              className="sr-only"
            />
            <Icon size={16} aria-hidden />
            {name}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
