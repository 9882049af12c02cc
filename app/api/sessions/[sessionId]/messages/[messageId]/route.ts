import { getContainer } from '@/lib/container'
import { sessionRoute } from '@/lib/http/session-route'
import { markParams, markPatch } from '@/lib/schemas/mark'

export const PATCH = sessionRoute(
  { params: markParams, body: markPatch },
  async ({ caller: { owner }, params, body }) => {
    const { markExchange } = await getContainer()
    return markExchange(owner, params.sessionId, params.messageId, body.mark)
  },
)
