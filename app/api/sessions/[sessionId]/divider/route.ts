import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sessionParams } from '@/lib/schemas/session'
import { nothing } from '@/lib/schemas/text'

export const POST = route({ params: sessionParams, body: nothing }, async ({ params }) => {
  const { startAfresh } = await getContainer()
  return startAfresh(params.sessionId)
})
