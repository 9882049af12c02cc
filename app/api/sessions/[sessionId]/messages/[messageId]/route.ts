import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { markParams, markPatch } from '@/lib/schemas/mark'

export const PATCH = route({ params: markParams, body: markPatch }, async ({ params, body }) => {
  const { markExchange } = await getContainer()
  return markExchange(params.sessionId, params.messageId, body.mark)
})
