import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseUndecodable } from './decodable.ts'

const server = createServer(refuseUndecodable((_request, response) => response.end('handed on')))
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

const statusOf = async (path: string) =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).status

test.each(['/c/%zz', '/c/%', '/c/%ff', '/api/sessions/%F0%9F'])('%s is a bad request', async (path) => {
  expect(await statusOf(path)).toBe(400)
})

test.each(['/', '/c/%25zz', '/c/%F0%9F%91%8B', '/api/sessions?cursor=%zz'])(
  '%s is handed on',
  async (path) => {
    expect(await statusOf(path)).toBe(200)
  },
)
