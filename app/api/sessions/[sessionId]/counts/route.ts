import { getContainer } from '@/lib/container'
import { sessionRoute } from '@/lib/http/session-route'
import { sessionParams } from '@/lib/schemas/session'

export const GET = sessionRoute({ params: sessionParams }, async ({ caller: { owner }, params }) => {
  const { sessions, undoSeconds } = await getContainer()
  const [ofDelete, ofClear] = await Promise.all([
    sessions.countForDelete(owner, params.sessionId),
    sessions.countForClear(owner, params.sessionId),
  ])
  return { delete: ofDelete, clear: ofClear, undoSeconds }
})
