import { getContainer } from '@/lib/container'
import { sessionRoute } from '@/lib/http/session-route'
import { sessionParams } from '@/lib/schemas/session'
import { messagesQuery } from '@/lib/schemas/thread'

export const GET = sessionRoute(
  { params: sessionParams, query: messagesQuery },
  async ({ caller: { owner }, params, query }) => {
    const { messages, sessions } = await getContainer()
    await sessions.get(owner, params.sessionId)
    return messages.page(owner, params.sessionId, { beforeSeq: query.before, limit: query.limit })
  },
)
