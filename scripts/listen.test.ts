import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { addressOf, listen } from './listen.ts'

const servers = [createServer(), createServer()]
afterEach(() => {
  for (const server of servers) server.close()
})
const [first, second] = servers as [(typeof servers)[0], (typeof servers)[0]]

test('a port that is taken is told in one line, with a way out', async () => {
  const port = await listen(first, { host: '127.0.0.1', port: 0 })
  expect(port).toBeGreaterThan(0)
  await expect(listen(second, { host: '127.0.0.1', port })).rejects.toMatchObject({
    name: 'PlainError',
    message: `Port ${port} on 127.0.0.1 is taken by another program. Stop that, or choose another port: PORT=${port + 1} npm start`,
  })
})

test('an address of another machine is told', async () => {
  await expect(listen(first, { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    'HOST=192.0.2.1 is not an address of this machine.',
  )
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['localhost', 'http://localhost:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server on %s is opened at %s', (host, address) => {
  expect(addressOf(host, 3000)).toBe(address)
})
