import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fetchCoalesced } from './fetch-coalesced.ts'

const text = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

async function ask(answer: (response: ServerResponse) => void): Promise<Response> {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return fetchCoalesced(`http://127.0.0.1:${port}/v1`)
}

test('pieces of text that come together go on together, behind the first', async () => {
  const response = await ask((to) => {
    to.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': '7' })
    to.write(text('a'))
    to.end(text('b') + text('c') + text('d'))
  })
  expect(response.headers.get('x-request-id')).toBe('7')
  const body = await response.text()
  expect(body.match(/"content":"\w+"/g)?.length).toBeLessThan(4)
  expect([...body.matchAll(/"content":"(\w+)"/g)].map(([, word]) => word).join('')).toBe('abcd')
})

test.each([
  ['what is no stream of events', 200, 'application/json'],
  ['a refusal', 500, 'text/event-stream'],
])('%s stays as it is', async (_, status, type) => {
  const body = text('a') + text('b')
  const response = await ask((to) => to.writeHead(status, { 'content-type': type }).end(body))
  expect(response.status).toBe(status)
  expect(await response.text()).toBe(body)
})

test('a server that dies fails the answer behind what it gave', async () => {
  const response = await ask((to) => {
    to.writeHead(200, { 'content-type': 'text/event-stream' })
    to.write(text('a') + text('b'), () => to.destroy())
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe(text('ab'))
  await expect(reader?.read()).rejects.toThrow()
})
