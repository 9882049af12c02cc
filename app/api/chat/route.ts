import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sseResponse } from '@/lib/http/sse'
import { chatRequest } from '@/lib/schemas/chat'

export const POST = route({ body: chatRequest }, async ({ body }) => {
  const { turns, owner, streams } = await getContainer()
  const { events } = await turns.start(owner, body)
  return sseResponse(events, streams)
})
