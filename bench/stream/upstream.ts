// A model server that streams Chat Completions and costs next to nothing: a process of its own. Prints its address.
// `[[tokens N]]` in the request says how many tokens; the last one counts.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TOKEN_MS, tokenOf } from './tokens.ts'

type Stream = { response: ServerResponse; tokens: number; sent: number; startedAt: number }

const HEAD = 'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760000000,"model":"fake",'
const MARKER = /\[\[tokens (\d+)\]\]/g

const delta = (fields: object, finishReason: string | null = null) =>
  `${HEAD}"choices":[${JSON.stringify({ index: 0, delta: fields, finish_reason: finishReason })}]}\n\n`

const FIRST = delta({ role: 'assistant', content: '' })
const end = (tokens: number) =>
  `${delta({}, 'stop')}${HEAD}"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":${tokens},"total_tokens":${10 + tokens}}}\n\ndata: [DONE]\n\n`

const streams = new Set<Stream>()

/** All tokens that are due, each in a write of its own as a model would send it. */
function advance(stream: Stream, now: number): void {
  const due = Math.min(stream.tokens, Math.floor((now - stream.startedAt) / TOKEN_MS) + 1)
  for (; stream.sent < due; stream.sent++) stream.response.write(delta({ content: tokenOf(stream.sent) }))
  if (stream.sent < stream.tokens) return
  stream.response.end(end(stream.tokens))
  streams.delete(stream)
}

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
    const tokens = Number([...body.matchAll(MARKER)].at(-1)?.[1] ?? 10)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.socket?.setNoDelay(true)
    response.write(FIRST)
    const stream: Stream = { response, tokens, sent: 0, startedAt: performance.now() }
    streams.add(stream)
    response.once('close', () => streams.delete(stream))
    advance(stream, stream.startedAt)
  })
})

// One timer for all streams: each token is sent in the millisecond in which it is due.
setInterval(() => {
  const now = performance.now()
  for (const stream of streams) if (now - stream.startedAt >= stream.sent * TOKEN_MS) advance(stream, now)
}, 1)

// Those who ask keep their connections; none of them is to be closed under a request.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`listening on http://127.0.0.1:${port}`)
})
