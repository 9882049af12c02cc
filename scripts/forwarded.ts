import type { RequestListener } from 'node:http'

/**
 * Hands requests on without what they say of where they came from: whoever sends one can write that. The framework
 * then fills in `x-forwarded-for` itself, from the socket. `trusted`: something in front writes these headers, and
 * nothing else reaches this server.
 */
export function dropForwarded(handle: RequestListener, { trusted }: { trusted: boolean }): RequestListener {
  if (trusted) return handle
  return (request, response) => {
    for (const name of Object.keys(request.headers))
      if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete request.headers[name]
    return handle(request, response)
  }
}
