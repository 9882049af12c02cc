import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'throughline-serve-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the server in a way that has to fail before it builds; what it said and its exit code. */
async function failToServe(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    // The last of these keeps a developer's .env out.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', __NEXT_PROCESSED_ENV: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, lines: err.trim().split('\n'), code }
}

test('a port that is taken', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { out, lines, code } = await failToServe({ PORT: String(port) })
  server.close()
  expect(lines).toEqual([expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`)])
  expect(out).toBe('')
  expect(code).toBe(1)
})

test('several bad variables', async () => {
  const { lines, code } = await failToServe({ PORT: 'x', FLUSH_MS: '-1', HOST: '0.0.0.0' })
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(['FLUSH_MS', 'HOST', 'PORT'])
  expect(code).toBe(1)
})

test('a database that cannot be opened', async () => {
  const file = join(folder, 'no.db')
  writeFileSync(file, 'This is no database, and long enough to be looked at as if it were one.'.repeat(20))
  const { lines, code } = await failToServe({ DATABASE_URL: `file:${file}` })
  expect(lines).toEqual([expect.stringContaining(file)])
  expect(code).toBe(1)
})

test('a Postgres that does not answer, without a word of its password', async () => {
  const { lines, code } = await failToServe({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' })
  expect(lines).toEqual([expect.stringContaining('127.0.0.1:1')])
  expect(lines[0]).not.toContain('hunter2')
  expect(code).toBe(1)
})
