import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureBuild } from './ensure-build.ts'
import { createProgress } from './progress.mjs'

let root: string
let built: string[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'throughline-build-'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  built = []
})
afterEach(() => rmSync(root, { recursive: true }))

const silent = createProgress(() => undefined)
const ensure = () =>
  ensureBuild(root, silent, async ({ distDir }) => {
    mkdirSync(join(root, distDir), { recursive: true })
    built.push(distDir)
    await new Promise(setImmediate)
  })

test('the same sources are built once, also when several starts ask at once', async () => {
  const builds = await Promise.all([ensure(), ensure(), ensure()])
  expect(new Set(builds.map((build) => build.distDir))).toEqual(new Set(built))
  expect(built).toHaveLength(1)
  expect((await ensure()).distDir).toBe(built[0])
})

test('changed sources are built beside what a running server uses', async () => {
  const first = await ensure()
  writeFileSync(join(root, 'package-lock.json'), '{ }')
  const second = await ensure()
  expect(second.distDir).not.toBe(first.distDir)
  expect(existsSync(join(root, first.distDir))).toBe(true)
})

test('sources that are changed back find their old build', async () => {
  const first = await ensure()
  writeFileSync(join(root, 'package-lock.json'), '{ }')
  await ensure()
  writeFileSync(join(root, 'package-lock.json'), '{}')
  expect((await ensure()).distDir).toBe(first.distDir)
  expect(built).toHaveLength(2)
})

test('a build that failed is not used, and the next start tries again', async () => {
  const failing = ensureBuild(root, silent, async ({ distDir }) => {
    mkdirSync(join(root, distDir), { recursive: true })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await ensure()
  expect(built).toHaveLength(1)
})
