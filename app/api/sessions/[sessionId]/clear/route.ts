import { getContainer } from '@/lib/container'
import { sessionRoute } from '@/lib/http/session-route'
import { sessionParams } from '@/lib/schemas/session'
import { nothing } from '@/lib/schemas/text'

export const POST = sessionRoute(
  { params: sessionParams, body: nothing },
  async ({ caller: { owner }, params }) => {
    const { forget } = await getContainer()
    return forget.clear(owner, params.sessionId)
  },
)
