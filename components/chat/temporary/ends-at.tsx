'use client'

import { useClientValue } from '@/components/ui/use-client-value'
import { endInWords } from './lifetime-words'

/** "at 15:32", behind a space. Nothing until the page is alive: the server does not know the reader's clock. */
export function EndsAt({ ending, before = '' }: { ending: number; before?: string }) {
  const words = useClientValue(() => endInWords(new Date(ending), new Date()))
  return words === null ? null : (
    <>
      {before}
      <time dateTime={new Date(ending).toISOString()}>{words}</time>
    </>
  )
}
