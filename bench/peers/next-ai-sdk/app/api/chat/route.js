// The route handler that the AI SDK's guide for the App Router shows, with the provider that its guide for compatible
// servers shows: nothing is stored, nothing is tuned.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { convertToModelMessages, createUIMessageStreamResponse, streamText, toUIMessageStream } from 'ai'

const provider = createOpenAICompatible({
  name: 'compatible',
  baseURL: `${process.env.UPSTREAM_URL}/v1`,
  includeUsage: true,
})

export async function POST(request) {
  const { messages } = await request.json()

  const result = streamText({
    model: provider('fake'),
    messages: await convertToModelMessages(messages),
  })

  return createUIMessageStreamResponse({
    stream: toUIMessageStream({ stream: result.stream }),
  })
}
