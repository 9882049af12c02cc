import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sessionRoute } from '@/lib/http/session-route'
import { forgetAlong } from '@/lib/schemas/forget'
import { sessionParams, sessionPatch } from '@/lib/schemas/session'

export const GET = route({ params: sessionParams }, async ({ caller: { owner }, params }) => {
  const { openThread } = await getContainer()
  return openThread(owner, params.sessionId)
})

export const PATCH = sessionRoute(
  { params: sessionParams, body: sessionPatch },
  async ({ caller: { owner }, params, body }) => {
    const { changeSession, models } = await getContainer()
    if (body.model) await models.resolve(body.model)
    return changeSession(owner, params.sessionId, body)
  },
)

export const DELETE = sessionRoute(
  { params: sessionParams, body: forgetAlong },
  async ({ caller: { owner }, params, body }) => {
    const { forget } = await getContainer()
    return forget.deleteSessions(owner, params.sessionId, body.answerIds)
  },
)
