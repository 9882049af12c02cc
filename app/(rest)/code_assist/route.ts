import { getContainer } from '@/lib/container'
import { otherMethods } from '@/lib/http/other-methods'
import { passesCache } from '@/lib/http/passes-cache'
import { readHeader } from '@/lib/http/read-header'
import { replyResponse } from '@/lib/http/reply-response'
import { route } from '@/lib/http/route'
import { askRequest, idempotencyKey } from '@/lib/schemas/ask'

export const POST = route({ body: askRequest }, async ({ request, caller: { owner, who }, body }) => {
  const key = readHeader(request, 'idempotency-key', idempotencyKey)
  const { interfaces } = await getContainer()
  return replyResponse(await interfaces.codeAssist(body, { owner, key, who, fresh: passesCache(request) }))
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
