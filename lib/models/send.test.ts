import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type Sent, send } from './send.ts'

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const ask = (change: Partial<Sent> = {}): Promise<IncomingMessage> =>
    send({
      url: new URL(`http://127.0.0.1:${port}/v1`),
      method: 'POST',
      headers: new Headers({ 'content-type': 'text/plain' }),
      body: 'Grüße',
      signal: new AbortController().signal,
      ...change,
    })
  return { server, ask }
}

test('method, headers and body arrive, and no packed answer is asked for', async () => {
  const { ask } = await serve(async (request, response) => {
    const { method, headers } = request
    const heard = [method, headers['content-type'], headers['content-length'], headers['accept-encoding']]
    response.end([...heard, await text(request)].join(' '))
  })
  expect(await text(await ask())).toBe('POST text/plain 7 identity Grüße')
})

test('a redirect is an answer, and nobody else is asked', async () => {
  const asked: (string | undefined)[] = []
  const { ask } = await serve((request, response) => {
    asked.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const response = await ask()
  response.resume()
  expect(response.statusCode).toBe(307)
  expect(asked).toEqual(['/v1'])
})

test('it fails as fetch does', async () => {
  const { ask, server } = await serve((request) => request.socket.destroy())
  await expect(ask()).rejects.toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: { code: 'ECONNRESET' },
  })
  await new Promise((closed) => server.close(closed))
  await expect(ask()).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } })
})

test('an abort ends the request, whenever it comes', async () => {
  const gone = Promise.withResolvers<void>()
  const { ask } = await serve((_request, response) => {
    response.on('close', gone.resolve)
    response.write('a')
  })
  const reason = new Error('stopped')
  await expect(ask({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const stop = new AbortController()
  const response = await ask({ signal: stop.signal })
  stop.abort(reason)
  await expect(text(response)).rejects.toThrow()
  await gone.promise
})

test('a connection that was closed as it was used again is replaced by a fresh one', async () => {
  const sockets = new Set<unknown>()
  const { ask } = await serve((request, response) => {
    if (sockets.has(request.socket)) return request.socket.destroy()
    sockets.add(request.socket)
    return response.end('whole')
  })
  expect(await text(await ask())).toBe('whole')
  expect(await text(await ask())).toBe('whole')
  expect(sockets.size).toBe(2)
})
