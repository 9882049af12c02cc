import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { quotesQuery } from '@/lib/schemas/forget'

export const GET = route({ query: quotesQuery }, async ({ caller: { owner }, query }) => {
  const { listQuotes } = await getContainer()
  return listQuotes(owner, query)
})
