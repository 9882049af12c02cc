import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { summaryPromptRequest } from '@/lib/schemas/summary-prompt'

export const POST = route({ body: summaryPromptRequest }, async ({ caller: { owner }, body }) => {
  const { previewSummaryPrompt } = await getContainer()
  return previewSummaryPrompt(owner, body)
})
