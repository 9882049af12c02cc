import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { summaryEdit, summaryParams, summaryRequest } from '@/lib/schemas/summary'

export const GET = route({ params: summaryParams }, async ({ params }) => {
  const { listSummaries } = await getContainer()
  return listSummaries(params.sessionId)
})

export const POST = route({ params: summaryParams, body: summaryRequest }, async ({ params, body }) => {
  const { askSummary } = await getContainer()
  await askSummary(params.sessionId, body.ask)
  return Response.json({}, { status: 202 })
})

export const PATCH = route({ params: summaryParams, body: summaryEdit }, async ({ params, body }) => {
  const { editSummary } = await getContainer()
  return editSummary(params.sessionId, body)
})
