import { getContainer } from '@/lib/container'
import { sessionRoute } from '@/lib/http/session-route'
import { sessionParams } from '@/lib/schemas/session'
import { summaryRestore } from '@/lib/schemas/summary'

export const POST = sessionRoute(
  { params: sessionParams, body: summaryRestore },
  async ({ caller: { owner }, params, body }) => {
    const { summary } = await getContainer()
    return summary.restore(owner, params.sessionId, body.summaryId)
  },
)
