import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { taggedJson } from '@/lib/http/tagged-json'
import { listQuery } from '@/lib/schemas/session'
import { nothing } from '@/lib/schemas/text'

export const GET = route({ query: listQuery }, async ({ caller: { owner }, request, query }) => {
  const { listSessions } = await getContainer()
  return taggedJson(request, await listSessions(owner, query))
})

export const DELETE = route({ body: nothing }, async ({ caller: { owner } }) => {
  const { forget } = await getContainer()
  return forget.deleteSessions(owner, null)
})
