import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBuildStore } from './build-store.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'throughline-builds-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const ALIVE = 100
const store = (pid = ALIVE, host = 'here') =>
  createBuildStore(root, { host, pid, alive: (id) => id === ALIVE })
const builds = () => readdirSync(join(root, '.next', 'builds'))

/** A build as the framework would leave it; the later ones are newer. */
function addBuild(hash: string, { complete = true, minute = 0 } = {}): string {
  const name = store().attempt(hash)
  mkdirSync(join(root, store().path(name)), { recursive: true })
  if (!complete) return name
  store().complete(name)
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute))
  utimesSync(join(root, store().path(name), 'complete'), at, at)
  return name
}

test('finds nothing where nothing was built', () => {
  expect(store().find('abc')).toBeNull()
})

test('finds a build once it is complete, by its own hash alone', () => {
  const name = addBuild('abc')
  expect(store().find('abc')).toBe(name)
  expect(store().find('ab')).toBeNull()
})

test('does not find one that was begun and never ended', () => {
  addBuild('abc', { complete: false })
  expect(store().find('abc')).toBeNull()
})

test('two attempts at the same sources never share a folder', () => {
  expect(store().attempt('abc')).not.toBe(store().attempt('abc'))
})

test('pruning keeps the newest two', () => {
  const [, second, third] = [1, 2, 3].map((minute) => addBuild(`h${minute}`, { minute }))
  store().prune()
  expect(builds().sort()).toEqual([second, third].sort())
})

test('pruning removes what was never completed, however new', () => {
  const name = addBuild('abc', { minute: 1 })
  addBuild('abc', { complete: false })
  store().prune()
  expect(builds()).toEqual([name])
})

test('pruning keeps an old build while a process uses it', () => {
  const old = addBuild('old', { minute: 1 })
  const release = store().use(old)
  for (const minute of [2, 3]) addBuild(`h${minute}`, { minute })
  store().prune()
  expect(builds()).toContain(old)
  release()
  store().prune()
  expect(builds()).not.toContain(old)
})

test('pruning forgets the use of a process that died', () => {
  const old = addBuild('old', { minute: 1 })
  store(ALIVE + 1).use(old)
  for (const minute of [2, 3]) addBuild(`h${minute}`, { minute })
  store().prune()
  expect(builds()).not.toContain(old)
})

test('pruning trusts the use of another machine for a day', () => {
  const old = addBuild('old', { minute: 1 })
  store(ALIVE + 1, 'there').use(old)
  for (const minute of [2, 3]) addBuild(`h${minute}`, { minute })
  store().prune()
  expect(builds()).toContain(old)
  const dayAgo = new Date(Date.now() - 25 * 60 * 60_000)
  utimesSync(join(root, store().path(old), 'in-use', `${ALIVE + 1}@there`), dayAgo, dayAgo)
  store().prune()
  expect(builds()).not.toContain(old)
})
