import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { summaryParams, summaryRestore } from '@/lib/schemas/summary'

export const POST = route({ params: summaryParams, body: summaryRestore }, async ({ params, body }) => {
  const { summary, owner } = await getContainer()
  return summary.restore(owner, params.sessionId, body.summaryId)
})
