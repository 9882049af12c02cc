import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { summaryPromptRequest } from '@/lib/schemas/summary-prompt'

export const POST = route({ body: summaryPromptRequest }, async ({ body }) => {
  const { previewSummaryPrompt } = await getContainer()
  return previewSummaryPrompt(body)
})
