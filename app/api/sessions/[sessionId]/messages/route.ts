import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sessionParams } from '@/lib/schemas/session'
import { messagesQuery } from '@/lib/schemas/thread'

export const GET = route({ params: sessionParams, query: messagesQuery }, async ({ params, query }) => {
  const { messages, sessions, owner } = await getContainer()
  await sessions.get(owner, params.sessionId)
  return messages.page(owner, params.sessionId, { beforeSeq: query.before, limit: query.limit })
})
