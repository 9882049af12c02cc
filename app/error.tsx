'use client'

import { Button } from '@/components/ui/button'
import { PageMessage } from '@/components/ui/page-message'

/** A page that could not be made. What was stored is untouched by that. */
export default function PageError({ reset }: { reset: () => void }) {
  return (
    <main className="flex h-dvh flex-col">
      <PageMessage title="This page could not be shown" action={<Button onClick={reset}>Try again</Button>}>
        Something went wrong while it was made. Your conversations are kept; try again in a moment.
      </PageMessage>
    </main>
  )
}
