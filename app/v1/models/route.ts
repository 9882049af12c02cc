import { getContainer } from '@/lib/container'
import { openaiErrorResponse } from '@/lib/http/openai-error'
import { otherMethods } from '@/lib/http/other-methods'
import { route } from '@/lib/http/route'

export const GET = route(
  {},
  async () => {
    const { openai } = await getContainer()
    return openai.listModels()
  },
  { toError: openaiErrorResponse },
)

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', { toError: openaiErrorResponse })
