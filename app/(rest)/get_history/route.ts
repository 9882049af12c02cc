import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { historyRequest } from '@/lib/schemas/history'

export const POST = route({ body: historyRequest }, async ({ body }) => {
  const { interfaces } = await getContainer()
  return interfaces.getHistory(body)
})
