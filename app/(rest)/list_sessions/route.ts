import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { listSessionsQuery } from '@/lib/schemas/interface-sessions'

export const GET = route({ query: listSessionsQuery }, async ({ query }) => {
  const { interfaces } = await getContainer()
  return interfaces.listSessions(query)
})
