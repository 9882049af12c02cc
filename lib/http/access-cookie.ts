import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccessToken } from '../env.ts'

/** How long a sign-in lasts. */
const VALID_SECONDS = 30 * 86_400

const NAME = 'throughline_access'

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax'

/** `name.expiry.signature`: who signed in, until when (seconds since 1970), by the key of the token it was done with. */
export function sealCookie({ name, cookieKey }: AccessToken, now: Date): string {
  const claim = `${name}.${Math.floor(now.getTime() / 1_000) + VALID_SECONDS}`
  return `${claim}.${signatureOf(claim, cookieKey).toString('base64url')}`
}

/** The token that its sender signed in with; null where it is forged, has expired, or its token was changed. */
export function openCookie(value: string, tokens: readonly AccessToken[], now: Date): AccessToken | null {
  const [name = '', expiry = '', signature = '', ...more] = value.split('.')
  const token = tokens.find((each) => each.name === name)
  if (!token || more.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(`${name}.${expiry}`, token.cookieKey)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return Number(expiry) * 1_000 > now.getTime() ? token : null
}

const signatureOf = (claim: string, key: Buffer): Buffer => createHmac('sha256', key).update(claim).digest()

/** What a browser sent under the cookie's name: several, where other paths or programs of this host set one too. */
export function cookiesIn(headers: Headers): string[] {
  const prefix = `${NAME}=`
  return (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length))
}

/** For `set-cookie`. `secure`: browsers send it over https alone. */
export const setCookie = (value: string, { secure }: { secure: boolean }): string =>
  `${NAME}=${value}; Max-Age=${VALID_SECONDS}; ${ATTRIBUTES}${secure ? '; Secure' : ''}`

/** For `set-cookie`: takes it away. */
export const dropCookie = (): string => `${NAME}=; Max-Age=0; ${ATTRIBUTES}`

/** For `cookie`, of a program of ours that holds the keys. */
export const cookieOf = (value: string): string => `${NAME}=${value}`
