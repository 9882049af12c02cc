import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sourceHash } from './source-hash.ts'

let root: string
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'throughline-sources-'))
  write('app/page.tsx', 'page')
  write('lib/a.ts', 'a')
  write('package-lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

test('is the same for the same content, whenever it was written', () => {
  const before = sourceHash(root)
  utimesSync(join(root, 'lib/a.ts'), new Date(0), new Date(0))
  expect(sourceHash(root)).toBe(before)
  expect(before).toMatch(/^[\da-f]{12}$/)
})

describe('changes with', () => {
  test.each([
    ['a changed file', 'app/page.tsx', 'other'],
    ['a new file', 'components/deep/new.tsx', ''],
    ['the dependencies', 'package-lock.json', '{ }'],
    ['the models', 'prisma/models.prisma', 'model A {}'],
    ['a configuration file', 'next.config.mjs', 'export default {}'],
    ['the proxy', 'proxy.ts', ''],
  ])('%s', (_, path, content) => {
    const before = sourceHash(root)
    write(path, content)
    expect(sourceHash(root)).not.toBe(before)
  })

  test('a moved boundary between two files', () => {
    write('lib/a.ts', 'ab')
    write('lib/b.ts', 'c')
    const before = sourceHash(root)
    write('lib/a.ts', 'a')
    write('lib/b.ts', 'bc')
    expect(sourceHash(root)).not.toBe(before)
  })
})

describe('stays the same with', () => {
  test.each([
    ['a test', 'lib/a.test.ts'],
    ['a generated client', 'lib/db/generated/sqlite/client.ts'],
    ['the copy of the models that generating leaves', 'prisma/sqlite/models.prisma'],
    ['what a build writes', 'next-env.d.ts'],
    ['documentation', 'docs/a.md'],
  ])('%s', (_, path) => {
    const before = sourceHash(root)
    write(path, 'new')
    expect(sourceHash(root)).toBe(before)
  })
})
