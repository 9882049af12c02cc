import { getContainer } from '@/lib/container'
import { sessionRoute } from '@/lib/http/session-route'
import { forgetAlong } from '@/lib/schemas/forget'
import { sessionParams } from '@/lib/schemas/session'

export const POST = sessionRoute(
  { params: sessionParams, body: forgetAlong },
  async ({ caller: { owner }, params, body }) => {
    const { forget } = await getContainer()
    return forget.clear(owner, params.sessionId, body.answerIds)
  },
)
