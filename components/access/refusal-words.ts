import type { z } from 'zod'
import type { signInQuery } from '@/lib/schemas/sign-in'

type Refusal = Pick<z.output<typeof signInQuery>, 'refused' | 'seconds'>

/** What went wrong with a sign-in, in a sentence; null where nothing did. */
export function refusalInWords({ refused, seconds }: Refusal): string | null {
  if (refused === null) return null
  if (refused === 'wrong') return 'This token is not known here. Check that it is complete.'
  return `Too many wrong tokens were tried. Wait ${waitInWords(seconds)}, then try again.`
}

function waitInWords(seconds: number | null): string {
  if (seconds === null) return 'a minute'
  if (seconds === 1) return 'a second'
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
