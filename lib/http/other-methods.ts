import { AppError } from '../errors.ts'
import { errorResponse } from './error-response.ts'
import { route } from './route.ts'

type Handler = ReturnType<typeof route>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Handlers for the methods that an interface does not have, to be exported beside the one that it `has`. The framework
 * would answer without a body: someone who opens `/ask` in a browser would see an empty page.
 */
export function otherMethods(
  has: 'GET' | 'POST',
  { toError = errorResponse }: { toError?: (error: unknown) => Response } = {},
): Record<Method | 'OPTIONS', Handler> {
  const refuse = route(
    {},
    ({ request }) => {
      const { pathname } = new URL(request.url)
      throw new AppError('method_not_allowed', `${pathname} is asked by ${has}, not by ${request.method}.`, {
        details: { allowed: [has] },
      })
    },
    { toError },
  )
  const methods = async () => new Response(null, { status: 204, headers: { allow: `${has}, OPTIONS` } })
  return { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: methods }
}
