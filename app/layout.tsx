import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { AppProviders } from '@/components/ui/app-providers'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Throughline', template: '%s · Throughline' },
  description: 'A chat application whose memory can be seen and changed.',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fcfaf6' },
    { media: '(prefers-color-scheme: dark)', color: '#161819' },
  ],
  // The keyboard of a phone shrinks the page, so that the composer stays above it.
  interactiveWidget: 'resizes-content',
}

/** The nonce makes every page dynamic: one that was rendered beforehand could not carry it. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    // The theme's attribute is set before hydration.
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <AppProviders nonce={nonce}>{children}</AppProviders>
      </body>
    </html>
  )
}
