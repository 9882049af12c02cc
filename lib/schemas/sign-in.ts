import { z } from 'zod'

export const SIGN_IN_PATH = '/sign-in'

/** Where the sign-in page sends its form. */
export const SIGN_IN_ACTION = '/sign-in/token'

export const SIGN_OUT_PATH = '/sign-out'

const OWN = 'http://own.invalid'

/**
 * The address as a path of this server, or `/` where it leads anywhere else. What a browser would make of it counts,
 * not what it looks like: `/\evil.example` and `/.//evil.example` are other servers' addresses.
 */
export function ownPath(address: string): string {
  if (!address.startsWith('/') || !URL.canParse(address, OWN)) return '/'
  const { origin, pathname, search, hash } = new URL(address, OWN)
  const path = `${pathname}${search}${hash}`
  return origin === OWN && !path.startsWith('//') ? path : '/'
}

const wanted = z.string().max(2_000).catch('/').transform(ownPath)

/** What the form sends. */
export const signInForm = z.object({ token: z.string().max(1_000), next: wanted })

/** Why one is back on the page: the token was wrong, or there were too many wrong ones. */
const refusal = z.enum(['wrong', 'wait'])

/** The address of the sign-in page; whatever is wrong with it counts as not there. */
export const signInQuery = z.object({
  next: wanted,
  refused: refusal.nullable().catch(null),
  seconds: z.coerce.number().int().min(1).max(86_400).nullable().catch(null),
})

/** The sign-in page that leads back to `next`. */
export function signInPath(
  next: string,
  refused?: { refused: z.infer<typeof refusal>; seconds?: number },
): string {
  const query = new URLSearchParams()
  const path = ownPath(next)
  if (path !== '/') query.set('next', path)
  if (refused) query.set('refused', refused.refused)
  if (refused?.seconds !== undefined) query.set('seconds', String(refused.seconds))
  return query.size === 0 ? SIGN_IN_PATH : `${SIGN_IN_PATH}?${query}`
}
