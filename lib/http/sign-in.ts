import { AppError } from '../errors.ts'
import { SIGN_IN_PATH, signInForm, signInPath } from '../schemas/sign-in.ts'
import { dropCookie, setCookie } from './access-cookie.ts'
import { accessPolicy } from './access-policy.ts'
import { readForm } from './body.ts'
import { cookieFor } from './caller.ts'

/**
 * Answers the form of the sign-in page: with the cookie and on to where one wanted to go, or back to the page, which
 * then says why. Throws as `readForm` does.
 */
export async function signIn(request: Request): Promise<Response> {
  const { token, next } = await readForm(request, signInForm)
  try {
    const cookie = await cookieFor(token.trim(), request.headers)
    return seeOther(next, setCookie(cookie, { secure: isSecure(request.headers) }))
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    return seeOther(signInPath(next, refused))
  }
}

export const signOut = (): Response => seeOther(SIGN_IN_PATH, dropCookie())

function refusalOf(error: unknown): Parameters<typeof signInPath>[1] | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'unauthorized') return { refused: 'wrong' }
  if (error.code !== 'too_many_attempts') return null
  return { refused: 'wait', seconds: Number(error.details?.retryAfterSeconds) }
}

/** A browser says itself whether it came by https, whatever stands between. */
const isSecure = (headers: Headers): boolean =>
  headers.get('origin')?.startsWith('https:') === true || accessPolicy().secure

/** To a path of this server, which a GET then asks for. */
function seeOther(location: string, cookie?: string): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  if (cookie) headers.set('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
