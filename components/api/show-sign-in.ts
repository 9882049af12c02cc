import { signInPath } from '@/lib/schemas/sign-in'

/** Leaves the page for the sign-in, which leads back to it. Nothing where no page is. */
export function showSignIn(): void {
  if (typeof window === 'undefined') return
  const { pathname, search, hash } = window.location
  window.location.assign(signInPath(`${pathname}${search}${hash}`))
}
