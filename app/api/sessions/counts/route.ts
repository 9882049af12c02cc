import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'

export const GET = route({}, async () => {
  const { sessions, owner, undoSeconds } = await getContainer()
  return { ...(await sessions.countForDelete(owner, null)), undoSeconds }
})
