import { createHash } from 'node:crypto'

/**
 * JSON with a tag of its content. Who asks with that tag (`If-None-Match`) and still has it gets 304 and no body, so
 * that asking again and again costs little.
 */
export function taggedJson(request: Request, value: unknown): Response {
  const body = JSON.stringify(value)
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`
  const headers = { etag: tag, 'cache-control': 'no-store' }
  if (tagsIn(request.headers.get('if-none-match')).includes(tag))
    return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
}

/** A proxy that compresses marks a tag as weak. */
const tagsIn = (header: string | null): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
