import { getContainer } from '@/lib/container'
import { otherMethods } from '@/lib/http/other-methods'
import { route } from '@/lib/http/route'
import { listSessionsQuery } from '@/lib/schemas/interface-sessions'

export const GET = route({ query: listSessionsQuery }, async ({ caller: { owner }, query }) => {
  const { interfaces } = await getContainer()
  return interfaces.listSessions(owner, query)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
