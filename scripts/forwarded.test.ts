import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { dropForwarded } from './forwarded.ts'

const SENT = {
  forwarded: 'for=10.0.0.1',
  'x-forwarded-for': '10.0.0.1',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-other': 'kept',
}

/** Those of the headers that are handed on. */
async function handedOn(trusted: boolean): Promise<string[]> {
  const server = createServer(
    dropForwarded((request, response) => response.end(JSON.stringify(request.headers)), { trusted }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    headers: SENT,
  })
  const headers: Record<string, string> = await response.json()
  server.close()
  return Object.keys(headers).filter((name) => name in SENT)
}

test('what a request says of where it came from is dropped', async () => {
  expect(await handedOn(false)).toEqual(['x-other'])
})

test('behind a proxy that is trusted it is handed on', async () => {
  expect((await handedOn(true)).sort()).toEqual(Object.keys(SENT).sort())
})
