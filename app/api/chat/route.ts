import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { sseResponse } from '@/lib/http/sse'
import { chatRequest } from '@/lib/schemas/chat'

export const POST = route({ body: chatRequest }, async ({ caller: { owner, who }, body }) => {
  const { turns, streams } = await getContainer()
  return sseResponse(async (left) => (await turns.start(owner, body, { left, who })).events, streams)
})
