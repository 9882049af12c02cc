import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { memoryQuery } from '@/lib/schemas/recall'

export const GET = route({ query: memoryQuery }, async ({ caller: { owner }, query }) => {
  const { remembered } = await getContainer()
  return remembered.page(owner, query)
})
