import { getContainer } from '@/lib/container'
import { sessionRoute } from '@/lib/http/session-route'
import { readRequest, sessionParams } from '@/lib/schemas/session'

export const POST = sessionRoute(
  { params: sessionParams, body: readRequest },
  async ({ caller: { owner }, params, body }) => {
    const { sessions } = await getContainer()
    await sessions.markRead(owner, params.sessionId, body.seq)
  },
)
