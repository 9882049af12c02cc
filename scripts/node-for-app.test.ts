import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nodeForApp } from './node-for-app.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'throughline-node-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const old = { version: '20.1.0', path: '/usr/bin/node' }

function addBundled(script: string): string {
  const file = join(root, 'node_modules', '.bin', 'node')
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

test('the Node that runs is kept when it is new enough', () => {
  addBundled('echo 24.0.0')
  const own = { version: '25.0.0', path: '/opt/node' }
  expect(nodeForApp(root, own)).toBe('/opt/node')
})

test('else the one that came with the dependencies is taken', () => {
  const bundled = addBundled('echo 24.21.0')
  expect(nodeForApp(root, old)).toBe(bundled)
})

test.each([
  ['there is none', null],
  ['it does not run here', 'exit 127'],
  ['it is too old', 'echo 22.17.0'],
])('without one, because %s, the user is told in one line', (_, script) => {
  if (script) addBundled(script)
  expect(() => nodeForApp(root, old)).toThrow(
    /^Throughline needs Node 22\.18 or newer .* Node 20\.1\.0\. .*nodejs\.org$/,
  )
})
