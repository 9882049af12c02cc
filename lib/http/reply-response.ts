import type { ReplyCacheStatus } from '../schemas/ask.ts'

/** The header that tells what the reply cache did; none where it had no part. */
export const cacheHeader = (cache: ReplyCacheStatus | null): Record<string, string> =>
  cache === null ? {} : { 'x-cache': cache }

/** A reply as JSON, for no other cache to keep. */
export const replyResponse = ({
  reply,
  cache,
}: {
  reply: object
  cache: ReplyCacheStatus | null
}): Response => Response.json(reply, { headers: { 'cache-control': 'no-store', ...cacheHeader(cache) } })
