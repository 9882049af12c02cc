import { getContainer } from '@/lib/container'
import { answerStreamResponse } from '@/lib/http/answer-stream'
import { otherMethods } from '@/lib/http/other-methods'
import { passesCache } from '@/lib/http/passes-cache'
import { readHeader } from '@/lib/http/read-header'
import { route } from '@/lib/http/route'
import { askRequest, idempotencyKey, lastEventId } from '@/lib/schemas/ask'

export const POST = route({ body: askRequest }, async ({ request, caller: { owner, who }, body }) => {
  const key = readHeader(request, 'idempotency-key', idempotencyKey)
  const position = readHeader(request, 'last-event-id', lastEventId)
  const { interfaces, streams } = await getContainer()
  const by = { owner, key, who, position, fresh: passesCache(request) }
  return answerStreamResponse((left) => interfaces.askStream(body, { ...by, left }), streams)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
