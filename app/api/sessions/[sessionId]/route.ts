import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sessionParams, sessionPatch } from '@/lib/schemas/session'
import { nothing } from '@/lib/schemas/text'

export const GET = route({ params: sessionParams }, async ({ params }) => {
  const { openThread } = await getContainer()
  return openThread(params.sessionId)
})

export const PATCH = route({ params: sessionParams, body: sessionPatch }, async ({ params, body }) => {
  const { updateSession, owner } = await getContainer()
  return updateSession(owner, params.sessionId, body)
})

export const DELETE = route({ params: sessionParams, body: nothing }, async ({ params }) => {
  const { forget, owner } = await getContainer()
  return forget.deleteSessions(owner, params.sessionId)
})
