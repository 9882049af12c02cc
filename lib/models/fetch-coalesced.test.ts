import { execFile } from 'node:child_process'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchCoalesced } from './fetch-coalesced.ts'

const text = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}/v1` }
}

const ask = async (answer: (response: ServerResponse) => void) =>
  fetchCoalesced((await serve((_request, response) => answer(response))).url)

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

test('a refusal stays as it is', async () => {
  const body = text('a') + text('b')
  const response = await ask((to) => to.writeHead(500, { 'content-type': 'text/event-stream' }).end(body))
  expect(response.status).toBe(500)
  expect(await response.text()).toBe(body)
})

test.each(['application/json', 'text/plain', undefined])(
  'a stream that is called %s is one',
  async (type) => {
    const response = await ask((to) =>
      to.writeHead(200, type ? { 'content-type': type } : {}).end(text('a') + text('b')),
    )
    expect(await response.text()).toBe(text('ab'))
  },
)

test('a server that dies fails the answer behind what it gave', async () => {
  const response = await ask((to) => {
    to.writeHead(200, { 'content-type': 'text/event-stream' })
    to.write(text('a') + text('b'), () => to.destroy())
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe(text('ab'))
  await expect(reader?.read()).rejects.toThrow()
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('an answer that came packed by %s although nobody asked for it is unpacked', async (encoding, pack) => {
  for (const status of [200, 402]) {
    const response = await ask((to) => {
      to.writeHead(status, { 'content-type': 'Text/Event-Stream', 'content-encoding': encoding })
      to.end(pack(text('a')))
    })
    expect(await response.text()).toBe(text('a'))
  }
})

test('a status that no response can have is a failure of the server all the same', async () => {
  expect((await ask((to) => to.writeHead(999).end('odd'))).status).toBe(599)
})

describe('as fetch does', () => {
  test('method, headers and body arrive; a packed answer is not asked for', async () => {
    const { url } = await serve(async (request, response) => {
      const { method, headers } = request
      const seen = [method, headers.authorization, headers['accept-encoding'], await textOf(request)]
      response.end(`data: ${seen.join(' ')}\n\n`)
    })
    const response = await fetchCoalesced(url, {
      method: 'POST',
      headers: new Headers({ authorization: 'Bearer key' }),
      body: 'Grüße',
    })
    expect(await response.text()).toBe('data: POST Bearer key identity Grüße\n\n')
  })

  test('but a redirect is an answer, and nobody else is asked', async () => {
    const asked: (string | undefined)[] = []
    const { url } = await serve((request, response) => {
      asked.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect((await fetchCoalesced(url, { method: 'POST', body: 'words' })).status).toBe(307)
    expect(asked).toEqual(['/v1'])
  })

  test('it fails with what was the cause', async () => {
    const { server, url } = await serve((request) => request.socket.destroy())
    const refusal = { name: 'TypeError', message: 'fetch failed' }
    await expect(fetchCoalesced(url)).rejects.toMatchObject({ ...refusal, cause: { code: 'UND_ERR_SOCKET' } })
    await new Promise((closed) => server.close(closed))
    await expect(fetchCoalesced(url)).rejects.toMatchObject({ ...refusal, cause: { code: 'ECONNREFUSED' } })
  })

  test('it goes through the proxy that Node was told of', async () => {
    const asked: (string | undefined)[] = []
    const { server, url } = await serve((_request, response) => response.end())
    server.on('connect', ({ url }, socket) => {
      asked.push(url)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    const module = JSON.stringify(join(import.meta.dirname, 'fetch-coalesced.ts'))
    const script = `await (await import(${module})).fetchCoalesced('http://model.invalid/v1').catch(() => 0)`
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: { NODE_ENV: 'test', NODE_USE_ENV_PROXY: '1', HTTP_PROXY: new URL(url).origin },
    })
    expect(asked).toEqual(['model.invalid:80'])
  })

  test('an abort ends the request, whenever it comes', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    const { url } = await serve((_request, response) => {
      response.on('close', resolve)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(text('a'))
    })
    const reason = new Error('stopped')
    await expect(fetchCoalesced(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const stop = new AbortController()
    const response = await fetchCoalesced(url, { signal: stop.signal })
    stop.abort(reason)
    await expect(response.text()).rejects.toBe(reason)
    await gone
  })
})
