import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sessionParams } from '@/lib/schemas/session'
import { summaryRestore } from '@/lib/schemas/summary'

export const POST = route({ params: sessionParams, body: summaryRestore }, async ({ params, body }) => {
  const { summary, owner } = await getContainer()
  return summary.restore(owner, params.sessionId, body.summaryId)
})
