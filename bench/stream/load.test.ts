import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { load, type SentEvent } from './load.ts'

let server: Server

afterEach(() => {
  server.close()
  server.closeAllConnections()
})

async function serve(...pieces: string[]) {
  const asked: unknown[] = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push(JSON.parse(body))
    for (const piece of pieces) await new Promise((written) => response.write(piece, written))
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const target = {
    url: `http://127.0.0.1:${port}/`,
    body: (_n: number, tokens: number) => ({ tokens }),
    textOf: ({ type, text = '' }: SentEvent) => (type === 'text' ? text : ''),
  }
  return { target, asked }
}

test('the text is put together, wherever the events are cut', async () => {
  const { target, asked } = await serve(
    'data: {"type":"start","text":"no"}\n\ndata: {"type":"te',
    'xt","text":"Hel"}\n\n: waiting\n\nevent: text\ndata: {"type":"text","text":"lo"}\n\n',
    'data: [DONE]\n\n',
  )
  const answers = await load(target, { streams: 2, tokens: 7, apartMs: 0 })
  expect(answers.map(({ text }) => text)).toEqual(['Hello', 'Hello'])
  for (const { firstToken, total } of answers) expect(firstToken).toBeLessThanOrEqual(total)
  expect(asked).toEqual([{ tokens: 7 }, { tokens: 7 }])
})

test('an answer without text is an error', async () => {
  const { target } = await serve('data: {"type":"error"}\n\n')
  await expect(load(target, { streams: 1, tokens: 1, apartMs: 0 })).rejects.toThrow('No text came')
})
