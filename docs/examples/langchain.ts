// LangChain. It keeps the end of its history alone: what it lets go, the server still knows.
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'

const { THROUGHLINE_URL = 'http://127.0.0.1:3000', THROUGHLINE_TOKEN = 'none' } = process.env

const model = new ChatOpenAI({
  model: 'builtin',
  apiKey: THROUGHLINE_TOKEN,
  configuration: {
    baseURL: `${THROUGHLINE_URL}/v1`,
    defaultHeaders: { 'X-Session-Id': process.argv[2] ?? 'langchain-example' },
  },
})

const messages: BaseMessage[] = []
for (const content of ['My sister Ada lives in Turin.', 'I keep bees.', 'Where does Ada live?']) {
  messages.push(new HumanMessage(content))
  const { text, usage_metadata } = await model.invoke(messages.slice(-3))
  messages.push(new AIMessage(text))
  process.stdout.write(`\n> ${content}\n\n${text}\n\n(${usage_metadata?.input_tokens} tokens were sent)\n`)
}
