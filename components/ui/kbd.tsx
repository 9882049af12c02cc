import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-rule-strong px-1 font-mono text-small text-ink-3">
      {children}
    </kbd>
  )
}
