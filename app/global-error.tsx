'use client'

import './globals.css'
import { Button } from '@/components/ui/button'
import { PageMessage } from '@/components/ui/page-message'

/** Where even the frame of the pages failed: it stands for the whole document. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="flex h-dvh flex-col">
          <PageMessage
            title="The application could not be shown"
            action={<Button onClick={reset}>Try again</Button>}
          >
            Something went wrong while it was made. Your conversations are kept; try again in a moment.
          </PageMessage>
        </main>
      </body>
    </html>
  )
}
