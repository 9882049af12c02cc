import { getContainer } from '@/lib/container'
import { otherMethods } from '@/lib/http/other-methods'
import { route } from '@/lib/http/route'
import { listSessionsQuery } from '@/lib/schemas/interface-sessions'

export const GET = route({ query: listSessionsQuery }, async ({ query }) => {
  const { interfaces } = await getContainer()
  return interfaces.listSessions(query)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
