import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { undoRequest } from '@/lib/schemas/forget'

export const POST = route({ body: undoRequest }, async ({ caller: { owner }, body }) => {
  const { undoForget } = await getContainer()
  await undoForget(owner, body.purgeId)
})
