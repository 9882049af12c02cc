// The least that can be done between a model and a reader: parse what comes, write it anew. A process of its own.
import { Agent, request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const upstream = `${process.env.UPSTREAM_URL}/v1/chat/completions`
const agent = new Agent({ keepAlive: true })

const server = createServer((request, response) => {
  const asked = ask(upstream, { method: 'POST', agent, headers: { 'content-type': 'application/json' } })
  asked.on('response', (answer) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
    })
    let rest = ''
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => {
      const events = (rest + text).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = event.slice('data: '.length)
        if (data === '[DONE]') continue
        const word: unknown = JSON.parse(data).choices[0]?.delta.content
        if (word) response.write(`data: ${JSON.stringify({ type: 'text', text: word })}\n\n`)
      }
    })
    answer.on('end', () => response.end())
  })
  request.pipe(asked)
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`listening on http://127.0.0.1:${port}`)
})
