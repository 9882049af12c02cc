import { getContainer } from '@/lib/container'
import { openaiErrorResponse } from '@/lib/http/openai-error'
import { openaiResponse } from '@/lib/http/openai-response'
import { route } from '@/lib/http/route'
import { completionRequest } from '@/lib/schemas/openai'

export const POST = route(
  { body: completionRequest },
  async ({ request, body }) => {
    const { openai } = await getContainer()
    return openaiResponse(request, (left) => openai.complete(body, left), {
      stream: body.stream ?? false,
      includeUsage: body.stream_options?.include_usage ?? false,
    })
  },
  { toError: openaiErrorResponse },
)
