import type { ReactNode } from 'react'

/** What a button does, said beside it. */
export function ForgetRow({ does, children }: { does: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
      <p className="min-w-0 flex-1 basis-64 text-ink-2 text-ui">{does}</p>
      {children}
    </div>
  )
}
