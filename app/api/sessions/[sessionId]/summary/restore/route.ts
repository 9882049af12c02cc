import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { summaryParams, summaryRestore } from '@/lib/schemas/summary'

export const POST = route({ params: summaryParams, body: summaryRestore }, async ({ params, body }) => {
  const { restoreSummary } = await getContainer()
  return restoreSummary(params.sessionId, body.summaryId)
})
