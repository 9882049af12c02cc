import type { AccessToken } from '../env.ts'
import { AppError } from '../errors.ts'
import { LOCAL_OWNER } from '../schemas/owner.ts'
import { cookiesIn, openCookie, sealCookie } from './access-cookie.ts'
import { bearerIn, findAccessToken, hashToken } from './access-tokens.ts'
import { addressIn } from './address.ts'

/**
 * `token`: the name of the one that the caller came with; null while access control is off. `who`: that token from that
 * address, as limits tell callers apart.
 */
export type Caller = { owner: string; token: string | null; who: string }

type Deps = {
  /** Empty: access control is off. */
  tokens: readonly AccessToken[]
  tries: {
    /** Uses one; null, or for how many milliseconds there is none. */
    take(address: string): Promise<number | null>
    /** The same of the address alone, and uses none. */
    waitOf(address: string): Promise<number | null>
    giveBack(address: string): Promise<void>
  }
  now(): Date
}

/** So many pairs of an address and a token are known to be right. */
const PROVEN_MAX = 1_000

/** Tells callers by their token or by the cookie that they got for one. */
export function createCallers({ tokens, tries, now }: Deps) {
  const proven = new Set<string>()

  /**
   * Where no try is left a right token is refused as a wrong one is: else guessing would go on, unseen. One that was
   * right before from the same address only needs that address to have one, so that guesses from elsewhere, however
   * many, leave a program that works alone.
   */
  async function tokenFor(given: string, headers: Headers): Promise<AccessToken> {
    const token = findAccessToken(given, tokens)
    const address = addressIn(headers)
    const pair = `${address} ${hashToken(given).toString('base64')}`
    const isProven = token !== null && proven.has(pair)
    const waitMs = await (isProven ? tries.waitOf(address) : tries.take(address))
    if (waitMs !== null)
      throw new AppError('too_many_attempts', 'Too many wrong tokens were sent. Try again later.', {
        details: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
      })
    if (!token) throw new AppError('unauthorized', 'This token is not known here.')
    if (isProven) return token
    await tries.giveBack(address)
    const [oldest] = proven
    if (proven.size >= PROVEN_MAX && oldest !== undefined) proven.delete(oldest)
    proven.add(pair)
    return token
  }

  return {
    async callerOf(headers: Headers): Promise<Caller> {
      if (tokens.length === 0) return callerWith(null, headers)
      const bearer = bearerIn(headers)
      if (bearer !== null) return callerWith(await tokenFor(bearer, headers), headers)
      for (const cookie of cookiesIn(headers)) {
        const token = openCookie(cookie, tokens, now())
        if (token) return callerWith(token, headers)
      }
      throw new AppError('unauthorized', 'Sign in, or send a token as Authorization: Bearer.')
    },

    cookieFor: async (given: string, headers: Headers): Promise<string> =>
      sealCookie(await tokenFor(given, headers), now()),
  }
}

function callerWith(accessToken: AccessToken | null, headers: Headers): Caller {
  const token = accessToken?.name ?? null
  return { owner: LOCAL_OWNER, token, who: `${token ?? ''}@${addressIn(headers)}` }
}
