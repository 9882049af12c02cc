import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { nodeProblem, runsTypeScript } from './check-node.mjs'

describe('where the dependencies bring their own Node', () => {
  test.each(['20.0.0', '20.20.2', '22.18.0', '24.1.0', '100.0.0'])('Node %s will do', (version) => {
    expect(nodeProblem(version, 'linux', 'x64')).toBeNull()
  })

  test.each(['9.9.9', '12.22.0', '19.9.0'])('Node %s is refused', (version) => {
    expect(nodeProblem(version, 'linux', 'x64')).toBe(
      `Throughline needs Node 20 or newer, and this is Node ${version}. Get one at https://nodejs.org`,
    )
  })
})

describe.each([
  ['darwin', 'arm64'],
  ['linux', 'arm64'],
])('on %s %s', (platform, arch) => {
  test.each(['22.18.0', '23.0.0', '24.21.0'])('Node %s will do', (version) => {
    expect(nodeProblem(version, platform, arch)).toBeNull()
    expect(runsTypeScript(version)).toBe(true)
  })

  test.each(['20.20.2', '22.17.1'])('Node %s is refused', (version) => {
    expect(nodeProblem(version, platform, arch)).toMatch(/22\.18 or newer/)
    expect(runsTypeScript(version)).toBe(false)
  })
})

test.each(['start.mjs', 'check-node.mjs'])('%s holds nothing that an old Node cannot parse', (file) => {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  expect(source).not.toMatch(/\?\.|\?\?|node:|\bawait\b|\bstatic\b|#\w|\d_\d/)
})
