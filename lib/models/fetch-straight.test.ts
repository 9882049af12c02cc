import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchStraight } from './fetch-straight.ts'

test('a redirect is an answer, and nobody else is asked', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const response = await fetchStraight(`http://127.0.0.1:${port}/v1`, { method: 'POST', body: 'words' })
  expect(response.status).toBe(307)
  expect(asked).toEqual(['/v1'])
  server.close()
})
