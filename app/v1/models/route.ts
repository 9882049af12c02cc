import { getContainer } from '@/lib/container'
import { openaiErrorResponse } from '@/lib/http/openai-error'
import { route } from '@/lib/http/route'

export const GET = route(
  {},
  async () => {
    const { openai } = await getContainer()
    return openai.listModels()
  },
  { toError: openaiErrorResponse },
)
