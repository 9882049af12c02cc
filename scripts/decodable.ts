import type { RequestListener } from 'node:http'

/** Hands on what can be decoded; the framework would call an address such as `/c/%zz` its own failure. */
export function refuseUndecodable(handle: RequestListener): RequestListener {
  return (request, response) => {
    if (isDecodable(request.url ?? '')) return handle(request, response)
    response.writeHead(400, { 'content-type': 'text/plain' }).end('This address cannot be read.\n')
  }
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
