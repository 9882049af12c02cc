import { getContainer } from '@/lib/container'
import { otherMethods } from '@/lib/http/other-methods'
import { route } from '@/lib/http/route'
import { clearHistoryRequest, toClearHistoryResponse } from '@/lib/schemas/clear-history'
import { nothing } from '@/lib/schemas/text'

/** The query too is strict: beside `{}` a session that is named there would go with all others. */
export const POST = route(
  { query: nothing, body: clearHistoryRequest },
  async ({ caller: { owner }, body }) => {
    const { interfaces } = await getContainer()
    return toClearHistoryResponse(await interfaces.clearHistory(owner, body))
  },
)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
