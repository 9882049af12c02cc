import { getContainer } from '../container.ts'
import { readEnv } from '../env.ts'
import { assertAccess } from './access.ts'
import { accessPolicy } from './access-policy.ts'
import { type Caller, createCallers } from './callers.ts'

export type { Caller }

type Callers = ReturnType<typeof createCallers>

const KEY = Symbol.for('throughline.callers')

/** Made once for all copies of this module that the bundler makes: what one of them has seen to be right is. */
function callers(): Callers {
  const place = globalThis as { [KEY]?: Callers }
  place[KEY] ??= createCallers({
    tokens: readEnv().ACCESS_TOKEN,
    tries: {
      take: async (address) => (await getContainer()).accessTries.take(address),
      waitOf: async (address) => (await getContainer()).accessTries.waitOf(address),
      giveBack: async (address) => (await getContainer()).accessTries.giveBack(address),
    },
    now: () => new Date(),
  })
  return place[KEY]
}

/**
 * Who asks, and for whom: the one place where a request gets its owner. Throws `foreign_host`, `foreign_origin`;
 * `unauthorized` and `too_many_attempts` where access control is on.
 */
export async function callerOf(request: Pick<Request, 'method' | 'headers' | 'url'>): Promise<Caller> {
  assertAccess(request, accessPolicy())
  return callers().callerOf(request.headers)
}

/** The cookie's value for one who gave a right token. Throws `unauthorized`, `too_many_attempts`. */
export const cookieFor = (token: string, headers: Headers): Promise<string> =>
  callers().cookieFor(token, headers)
