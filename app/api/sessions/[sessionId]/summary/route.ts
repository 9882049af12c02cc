import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sessionParams } from '@/lib/schemas/session'
import { summaryEdit, summaryRequest } from '@/lib/schemas/summary'

export const GET = route({ params: sessionParams }, async ({ params }) => {
  const { summary, owner } = await getContainer()
  return summary.list(owner, params.sessionId)
})

export const POST = route({ params: sessionParams, body: summaryRequest }, async ({ params, body }) => {
  const { summary, owner } = await getContainer()
  await summary.ask(owner, params.sessionId, body.ask)
  return Response.json({}, { status: 202 })
})

export const PATCH = route({ params: sessionParams, body: summaryEdit }, async ({ params, body }) => {
  const { summary, owner } = await getContainer()
  return summary.edit(owner, params.sessionId, body)
})
