import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { headOf, rawConnection } from './raw-connection.ts'
import { roundRobin } from './round-robin.ts'

/** A server whose requests are answered by the test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function before(...targets: [string, ...string[]]): Promise<string> {
  const proxy = await roundRobin(targets)
  onTestFinished(proxy.close)
  return proxy.url
}

test('each request goes to the next server, with the Host that the caller named', async () => {
  const named = (name: string) =>
    serve((request, response) => response.end(`${name} ${request.headers.host}`))
  const url = await before(await named('one'), await named('two'))
  const said: string[] = []
  for (let i = 0; i < 4; i++) said.push(await (await fetch(url)).text())
  const { host } = new URL(url)
  expect(said).toEqual([`one ${host}`, `two ${host}`, `one ${host}`, `two ${host}`])
})

test('method, path, body, status and headers arrive as they were sent', async () => {
  const target = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(418, { 'x-own': 'kept' }).end(`${request.method} ${request.url} ${body}`)
  })
  const response = await fetch(`${await before(target)}/a%2Fb?c=%25`, { method: 'PATCH', body: 'hello' })
  expect(response.status).toBe(418)
  expect(response.headers.get('x-own')).toBe('kept')
  expect(await response.text()).toBe('PATCH /a%2Fb?c=%25 hello')
})

const streaming = async (): Promise<{
  target: string
  begun: Promise<[IncomingMessage, ServerResponse]>
}> => {
  const begun = Promise.withResolvers<[IncomingMessage, ServerResponse]>()
  const target = await serve((request, response) => {
    response.write('first')
    begun.resolve([request, response])
  })
  return { target, begun: begun.promise }
}

test('what is written is passed on before the response ends', async () => {
  const { target, begun } = await streaming()
  const response = await fetch(await before(target))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: 'first' })
  const [, far] = await begun
  far.end()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
})

test('a caller that leaves is gone for the server too', async () => {
  const { target, begun } = await streaming()
  const leave = new AbortController()
  await fetch(await before(target), { signal: leave.signal })
  const [, far] = await begun
  const closed = once(far, 'close')
  leave.abort()
  await closed
  expect(far.writableEnded).toBe(false)
})

test('a server that breaks off is seen to break off', async () => {
  const { target, begun } = await streaming()
  const response = await fetch(await before(target))
  const [, far] = await begun
  far.destroy()
  await expect(response.text()).rejects.toThrow()
})

test('how a body is framed is a matter of each connection: one of HTTP/1.0 knows no chunks', async () => {
  const target = await serve((_request, response) => {
    response.write('first ')
    response.end('last')
  })
  const url = await before(target)
  const old = await rawConnection(url)
  await old.send(headOf('GET', url))
  expect(await old.readRest()).toMatch(/\r\n\r\nfirst last$/)
})
