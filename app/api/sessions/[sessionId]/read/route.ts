import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { readRequest, sessionParams } from '@/lib/schemas/session'

export const POST = route({ params: sessionParams, body: readRequest }, async ({ params, body }) => {
  const { sessions, owner } = await getContainer()
  await sessions.markRead(owner, params.sessionId, body.seq)
})
