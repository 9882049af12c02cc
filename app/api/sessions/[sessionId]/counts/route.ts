import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sessionParams } from '@/lib/schemas/session'

export const GET = route({ params: sessionParams }, async ({ params }) => {
  const { sessions, owner, undoSeconds } = await getContainer()
  const [ofDelete, ofClear] = await Promise.all([
    sessions.countForDelete(owner, params.sessionId),
    sessions.countForClear(owner, params.sessionId),
  ])
  return { delete: ofDelete, clear: ofClear, undoSeconds }
})
