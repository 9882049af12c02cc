// A model server that answers at once, whole or as a stream: a process of its own. Prints its address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ANSWER = 'Words, and in which order they were said.'
const USAGE = { prompt_tokens: 10, completion_tokens: 9, total_tokens: 19 }
const HEAD = { id: 'chatcmpl-1', created: 1_760_000_000, model: 'fake' }

const whole = JSON.stringify({
  ...HEAD,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }],
  usage: USAGE,
})
const chunk = (fields: object) =>
  `data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', ...fields })}\n\n`
const streamed = [
  chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: ANSWER }, finish_reason: null }] }),
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  chunk({ choices: [], usage: USAGE }),
  'data: [DONE]\n\n',
].join('')

const server = createServer((request, response) => {
  if (request.method === 'GET')
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data: [{ id: 'fake', object: 'model', owned_by: 'fake' }] }))
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    const { stream = false }: { stream?: boolean } = JSON.parse(body)
    const type = stream ? 'text/event-stream' : 'application/json'
    response.writeHead(200, { 'content-type': type }).end(stream ? streamed : whole)
  })
})

server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`listening on http://127.0.0.1:${port}`)
})
