import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sseResponse } from '@/lib/http/sse'
import { followQuery, parsePosition, runParams } from '@/lib/schemas/run-event'

export const GET = route(
  { params: runParams, query: followQuery },
  async ({ caller: { owner }, request, params, query }) => {
    const { runs, streams } = await getContainer()
    const from = parsePosition(request.headers.get('last-event-id') ?? query.from)
    return sseResponse((left) => runs.follow(owner, params.runId, from, left), streams)
  },
)
