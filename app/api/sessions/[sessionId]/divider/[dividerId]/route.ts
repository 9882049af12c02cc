import { getContainer } from '@/lib/container'
import { sessionRoute } from '@/lib/http/session-route'
import { dividerParams } from '@/lib/schemas/session'
import { nothing } from '@/lib/schemas/text'

export const DELETE = sessionRoute(
  { params: dividerParams, body: nothing },
  async ({ caller: { owner }, params }) => {
    const { messages } = await getContainer()
    await messages.removeDivider(owner, params.sessionId, params.dividerId)
  },
)
