import type { ReactNode } from 'react'
import { safeUrl } from './safe-url'

/** A link to elsewhere; its text alone where the address is not to be trusted. */
export function SafeLink({ href = '', children }: { href?: string; children?: ReactNode }) {
  const url = safeUrl(href)
  if (!url) return <span>{children}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
      {children}
    </a>
  )
}
