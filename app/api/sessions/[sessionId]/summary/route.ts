import { getContainer } from '@/lib/container'
import { sessionRoute } from '@/lib/http/session-route'
import { sessionParams } from '@/lib/schemas/session'
import { summaryEdit, summaryRequest } from '@/lib/schemas/summary'

export const GET = sessionRoute({ params: sessionParams }, async ({ caller: { owner }, params }) => {
  const { summary } = await getContainer()
  return summary.list(owner, params.sessionId)
})

export const POST = sessionRoute(
  { params: sessionParams, body: summaryRequest },
  async ({ caller: { owner }, params, body }) => {
    const { summary } = await getContainer()
    await summary.ask(owner, params.sessionId, body.ask)
    return Response.json({}, { status: 202 })
  },
)

export const PATCH = sessionRoute(
  { params: sessionParams, body: summaryEdit },
  async ({ caller: { owner }, params, body }) => {
    const { summary } = await getContainer()
    return summary.edit(owner, params.sessionId, body)
  },
)
