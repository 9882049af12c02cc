import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'throughline-env-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const PROGRAM = `
  import { loadEnv } from ${JSON.stringify(join(import.meta.dirname, 'load-env.ts'))}
  const { PORT, UNDO_MS, OPENAI_API_KEY = null } = loadEnv(process.argv[1], 'production')
  console.log(JSON.stringify({ PORT, UNDO_MS, OPENAI_API_KEY, inEnvironment: 'OPENAI_API_KEY' in process.env }))`

/** What a process of its own makes of a `.env`: loading it changes the environment. */
async function load(file: string, env: Record<string, string> = {}) {
  writeFileSync(join(folder, '.env'), file)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM, folder],
    { env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env } },
  )
  return JSON.parse(stdout)
}

test('.env counts, and the environment counts for more', async () => {
  expect(await load('PORT=4001\nUNDO_MS=5\n', { PORT: '4002' })).toMatchObject({ PORT: 4002, UNDO_MS: 5 })
})

test('an empty variable is unset for everyone who reads the environment', async () => {
  expect(await load('OPENAI_API_KEY=\n')).toMatchObject({ OPENAI_API_KEY: null, inEnvironment: false })
})

test('bad values of both are told together', async () => {
  const told = await load('PORT=4001x\n', { UNDO_MS: 'soon' }).catch((error) => error.stderr)
  expect(told).toMatch(/PORT: must [\s\S]*UNDO_MS: must /)
})
