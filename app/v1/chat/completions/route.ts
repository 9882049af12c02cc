import { getContainer } from '@/lib/container'
import { openaiErrorResponse } from '@/lib/http/openai-error'
import { openaiResponse } from '@/lib/http/openai-response'
import { otherMethods } from '@/lib/http/other-methods'
import { readHeader } from '@/lib/http/read-header'
import { route } from '@/lib/http/route'
import { clientRequest, clientSession, completionRequest } from '@/lib/schemas/openai'

export const POST = route(
  { body: completionRequest },
  async ({ request, caller: { owner, who }, body }) => {
    const { openai } = await getContainer()
    const asked = {
      sessionId: readHeader(request, 'x-session-id', clientSession) ?? body.metadata?.session_id ?? null,
      clientId: readHeader(request, 'idempotency-key', clientRequest),
    }
    return openaiResponse(request, (left) => openai.complete(body, { ...asked, owner, who, left }), {
      stream: body.stream ?? false,
      includeUsage: body.stream_options?.include_usage ?? false,
    })
  },
  { toError: openaiErrorResponse },
)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST', { toError: openaiErrorResponse })
