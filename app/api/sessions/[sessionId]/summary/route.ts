import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { summaryEdit, summaryParams, summaryRequest } from '@/lib/schemas/summary'

export const GET = route({ params: summaryParams }, async ({ params }) => {
  const { summary, owner } = await getContainer()
  return summary.list(owner, params.sessionId)
})

export const POST = route({ params: summaryParams, body: summaryRequest }, async ({ params, body }) => {
  const { summary, owner } = await getContainer()
  await summary.ask(owner, params.sessionId, body.ask)
  return Response.json({}, { status: 202 })
})

export const PATCH = route({ params: summaryParams, body: summaryEdit }, async ({ params, body }) => {
  const { summary, owner } = await getContainer()
  return summary.edit(owner, params.sessionId, body)
})
