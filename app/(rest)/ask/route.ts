import { getContainer } from '@/lib/container'
import { readHeader } from '@/lib/http/read-header'
import { route } from '@/lib/http/route'
import { askRequest, idempotencyKey } from '@/lib/schemas/ask'

export const POST = route({ body: askRequest }, async ({ request, body }) => {
  const key = readHeader(request, 'idempotency-key', idempotencyKey)
  const { interfaces } = await getContainer()
  return interfaces.ask(body, key)
})
