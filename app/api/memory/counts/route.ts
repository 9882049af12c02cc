import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { exchangeQuery } from '@/lib/schemas/forget'

export const GET = route({ query: exchangeQuery }, async ({ caller: { owner }, query }) => {
  const { countExchange, undoSeconds } = await getContainer()
  return { ...(await countExchange(owner, query.exchangeId)), undoSeconds }
})
