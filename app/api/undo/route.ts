import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { undoRequest } from '@/lib/schemas/forget'

export const POST = route({ body: undoRequest }, async ({ body }) => {
  const { sessions, owner } = await getContainer()
  await sessions.undo(owner, body.purgeId)
})
