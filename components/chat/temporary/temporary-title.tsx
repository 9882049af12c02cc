'use client'

import { Timer } from 'lucide-react'
import { useDocumentTitle } from '../header/use-document-title'
import { Ending } from './ending'

/** In the place of a title: it has none, and cannot be given one. */
export function TemporaryTitle() {
  useDocumentTitle('Temporary chat · Throughline')
  return (
    <div className="flex min-w-0 items-center gap-2 px-2 text-ui">
      <Timer size={16} aria-hidden className="shrink-0 text-ink-3" />
      <div className="flex min-w-0 drawer:items-baseline drawer:gap-2 max-drawer:flex-col">
        <h1 className="shrink-0 font-medium">Temporary chat</h1>
        <Ending />
      </div>
    </div>
  )
}
