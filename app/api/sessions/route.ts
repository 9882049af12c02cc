import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { taggedJson } from '@/lib/http/tagged-json'
import { listQuery } from '@/lib/schemas/session'
import { nothing } from '@/lib/schemas/text'

export const GET = route({ query: listQuery }, async ({ request, query }) => {
  const { listSessions } = await getContainer()
  return taggedJson(request, await listSessions(query))
})

export const DELETE = route({ body: nothing }, async () => {
  const { forget, owner } = await getContainer()
  return forget.deleteSessions(owner, null)
})
