import { AppError } from '../errors.ts'

/** What a page may read of an answer beside its body. */
const EXPOSED = 'retry-after, x-cache, x-session-id'

/** The names of headers, as a browser asks whether it may send them. */
const HEADER_NAMES = /^[\w-]+( *, *[\w-]+){0,49}$/

/** How long a browser may remember it, in seconds. */
const REMEMBERED = 600

/**
 * The answer to a browser that asks whether another page may call an interface. Its page may send any header but the
 * browser's own credentials: nothing that only a cookie opens is open to it. Throws `foreign_origin`.
 */
export function preflight(headers: Headers, origins: readonly string[]): Response {
  const origin = headers.get('origin') ?? ''
  if (!origins.includes(origin))
    throw new AppError(
      'foreign_origin',
      'Another page may not call the interfaces. Add its origin to CORS_ORIGINS if it should.',
    )
  const asked = headers.get('access-control-request-headers') ?? ''
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(origin, origins),
      'access-control-allow-methods': 'GET, POST',
      ...(HEADER_NAMES.test(asked) ? { 'access-control-allow-headers': asked } : {}),
      'access-control-max-age': String(REMEMBERED),
    },
  })
}

/** What lets the page of an allowed origin read an answer; for any other, that it depends on who asks. */
export function corsHeaders(origin: string | null, origins: readonly string[]): Record<string, string> {
  // What is kept on the way must not be given to another origin.
  const vary = { vary: 'Origin' }
  if (origin === null || !origins.includes(origin)) return vary
  return { ...vary, 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
}
