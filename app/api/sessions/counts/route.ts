import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'

export const GET = route({}, async () => {
  const { sessions, owner } = await getContainer()
  return sessions.countForDelete(owner, null)
})
