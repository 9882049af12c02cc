// The AI SDK with its provider for compatible servers, as a stream.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type ModelMessage, streamText } from 'ai'

const { THROUGHLINE_URL = 'http://127.0.0.1:3000', THROUGHLINE_TOKEN = 'none' } = process.env

const throughline = createOpenAICompatible({
  name: 'throughline',
  baseURL: `${THROUGHLINE_URL}/v1`,
  apiKey: THROUGHLINE_TOKEN,
  headers: { 'X-Session-Id': process.argv[2] ?? 'ai-sdk-compatible-example' },
  includeUsage: true,
})

const messages: ModelMessage[] = []
for (const content of ['My sister Ada lives in Turin.', 'I keep bees.', 'Where does Ada live?']) {
  messages.push({ role: 'user', content })
  const { textStream, text, usage } = streamText({ model: throughline('builtin'), messages })
  process.stdout.write(`\n> ${content}\n\n`)
  for await (const piece of textStream) process.stdout.write(piece)
  messages.push({ role: 'assistant', content: await text })
  process.stdout.write(`\n\n(${(await usage).inputTokens} tokens were sent)\n`)
}
