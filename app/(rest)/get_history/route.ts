import { getContainer } from '@/lib/container'
import { otherMethods } from '@/lib/http/other-methods'
import { route } from '@/lib/http/route'
import { historyRequest } from '@/lib/schemas/history'

export const POST = route({ body: historyRequest }, async ({ caller: { owner }, body }) => {
  const { interfaces } = await getContainer()
  return interfaces.getHistory(owner, body)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
