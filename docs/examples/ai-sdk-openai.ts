// The AI SDK with its OpenAI provider. It sends its whole history each time: the server knows what is new.
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, type ModelMessage } from 'ai'

const { THROUGHLINE_URL = 'http://127.0.0.1:3000', THROUGHLINE_TOKEN = 'none' } = process.env

const throughline = createOpenAI({
  baseURL: `${THROUGHLINE_URL}/v1`,
  apiKey: THROUGHLINE_TOKEN,
  headers: { 'X-Session-Id': process.argv[2] ?? 'ai-sdk-openai-example' },
})

const messages: ModelMessage[] = []
for (const content of ['My sister Ada lives in Turin.', 'I keep bees.', 'Where does Ada live?']) {
  messages.push({ role: 'user', content })
  const { text, usage } = await generateText({ model: throughline.chat('builtin'), messages })
  messages.push({ role: 'assistant', content: text })
  process.stdout.write(`\n> ${content}\n\n${text}\n\n(${usage.inputTokens} tokens were sent)\n`)
}
