import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

test('Prisma tells its makers of no command', async () => {
  const cli = join(root, 'node_modules', 'prisma', 'build', 'index.js')
  const { stderr } = await promisify(execFile)(process.execPath, [cli, 'validate'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PRISMA_DIALECT: 'sqlite',
      DEBUG: 'prisma:cli:checkpoint',
    },
  })
  expect(stderr).toContain('runCheckpointClientCheck() is disabled')
})

test('whatever starts Next says first that it is to tell nothing', () => {
  const starters = readdirSync(import.meta.dirname)
    .filter((file) => /(?<!\.test)\.(ts|mjs)$/.test(file))
    .filter((file) => /import\('next'\)|'bin', 'next'/.test(read(file)))
  expect(starters.sort()).toEqual(['dev.ts', 'ensure-build.ts', 'serve.ts'])
  expect(read('load-env.ts')).toMatch(/NEXT_TELEMETRY_DISABLED: '1'/)
  for (const file of starters) expect(read(file)).toMatch(/NEXT_TELEMETRY_DISABLED: '1'|loadEnv\(root/)
})
