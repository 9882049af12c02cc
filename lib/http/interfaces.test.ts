import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isInterface } from './interfaces.ts'

const app = join(import.meta.dirname, '../../app')

/** Of every route handler, as it is asked for. */
const paths = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)route\.ts$/.test(file))
  .map((file) => ({ file, path: `/${file}`.replace(/\/route\.ts$/, '').replace(/\/\([^/]+\)/g, '') }))

test('the interfaces are what stands in (rest) and v1, and nothing else', () => {
  expect(paths.length).toBeGreaterThan(10)
  for (const { file, path } of paths) expect(isInterface(path), file).toBe(/^(\(rest\)|v1)\//.test(file))
})

test.each(['/', '/api/chat', '/asks', '/ask/', '/v1', '/v10/models', '//ask', '/healthz'])(
  '%s is none',
  (path) => expect(isInterface(path)).toBe(false),
)
