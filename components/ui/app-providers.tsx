'use client'

import { ThemeProvider } from 'next-themes'
import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { ToastProvider } from './toast'

/** What every page has: the theme (`data-theme` on the root), tooltips, toasts. */
export function AppProviders({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      nonce={nonce}
      disableTransitionOnChange
    >
      <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
        <ToastProvider>{children}</ToastProvider>
      </Tooltip.Provider>
    </ThemeProvider>
  )
}
