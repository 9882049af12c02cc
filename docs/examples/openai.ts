// The official client. It sends its new message alone: the server adds the rest.
import OpenAI from 'openai'

const { THROUGHLINE_URL = 'http://127.0.0.1:3000', THROUGHLINE_TOKEN = 'none' } = process.env

const client = new OpenAI({
  baseURL: `${THROUGHLINE_URL}/v1`,
  apiKey: THROUGHLINE_TOKEN,
  defaultHeaders: { 'X-Session-Id': process.argv[2] ?? 'openai-example' },
})

for (const content of ['My sister Ada lives in Turin.', 'I keep bees.', 'Where does Ada live?']) {
  const stream = await client.chat.completions.create({
    model: 'builtin',
    messages: [{ role: 'user', content }],
    stream: true,
    stream_options: { include_usage: true },
  })
  process.stdout.write(`\n> ${content}\n\n`)
  for await (const { choices, usage } of stream) {
    process.stdout.write(choices[0]?.delta.content ?? '')
    if (usage) process.stdout.write(`\n\n(${usage.prompt_tokens} tokens were sent)\n`)
  }
}
