import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { dividerParams } from '@/lib/schemas/session'
import { nothing } from '@/lib/schemas/text'

export const DELETE = route({ params: dividerParams, body: nothing }, async ({ params }) => {
  const { messages, owner } = await getContainer()
  await messages.removeDivider(owner, params.sessionId, params.dividerId)
})
