import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sessionParams, sessionPatch } from '@/lib/schemas/session'
import { nothing } from '@/lib/schemas/text'

export const GET = route({ params: sessionParams }, async ({ params }) => {
  const { openThread } = await getContainer()
  return openThread(params.sessionId)
})

export const PATCH = route({ params: sessionParams, body: sessionPatch }, async ({ params, body }) => {
  const { changeSession, models } = await getContainer()
  if (body.model) await models.resolve(body.model)
  return changeSession(params.sessionId, body)
})

export const DELETE = route({ params: sessionParams, body: nothing }, async ({ params }) => {
  const { forget, owner } = await getContainer()
  return forget.deleteSessions(owner, params.sessionId)
})
