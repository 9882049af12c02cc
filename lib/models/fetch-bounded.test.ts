import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchBounded } from './fetch-bounded.ts'

let server: Server
let url = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { 'x-told': 'yes' })
    response.end(request.url === '/204' ? undefined : 'x'.repeat(1_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const bounded = (most: number) => fetchBounded(most, () => new Error('too much'))

test.each([200, 500])('a body of as much is read, with its status %i and headers', async (status) => {
  const response = await bounded(1_000)(`${url}/${status}`)
  expect([response.status, response.headers.get('x-told')]).toEqual([status, 'yes'])
  expect(await response.text()).toHaveLength(1_000)
})

test('a longer one ends with the error', async () => {
  const response = await bounded(999)(`${url}/200`)
  await expect(response.text()).rejects.toThrow('too much')
})

test('an answer without a body is one', async () => {
  expect((await bounded(0)(`${url}/204`)).status).toBe(204)
})
