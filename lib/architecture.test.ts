import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Who may import whom; a layer always may itself. `types` allows `import type` alone. docs/decisions/layers.md says
 * why.
 */
const LAYERS: Record<string, { values: string[]; types?: string[]; packages?: RegExp }> = {
  app: { values: ['components', 'container', 'http', 'schemas', 'errors', 'package.json'] },
  components: { values: ['schemas'], packages: /^(?!node:|server-only)/ },
  instrumentation: { values: ['container', 'log'] },
  proxy: { values: ['http', 'schemas'] },
  container: {
    values: ['chat', 'db', 'recall', 'models', 'tokens', 'env', 'log', 'ports', 'schemas', 'errors'],
    types: ['memory'],
  },
  http: { values: ['container', 'schemas', 'errors', 'env', 'log'] },
  chat: {
    values: ['memory', 'schemas', 'errors', 'ports'],
    packages: /^(node:crypto|mdast-util-from-markdown)$/,
  },
  db: { values: ['worker-thread', 'ports', 'schemas', 'errors'], types: ['memory'] },
  recall: {
    values: ['worker-thread', 'ports', 'schemas', 'errors'],
    types: ['memory'],
    packages: /^(node:|stemmer$|@lat\.md\/)/,
  },
  models: { values: ['ports', 'schemas', 'errors'], types: ['memory'] },
  tokens: { values: ['worker-thread', 'ports', 'schemas', 'errors'], types: ['memory'] },
  ports: { values: [], types: ['memory', 'schemas', 'errors'], packages: /^$/ },
  schemas: { values: ['errors'], types: ['memory'], packages: /^zod$/ },
  memory: { values: [], packages: /^$/ },
  'worker-thread': { values: ['errors'], packages: /^node:worker_threads$/ },
  env: { values: [], packages: /^(zod|node:crypto)$/ },
  log: { values: [], types: ['ports'], packages: /^$/ },
  errors: { values: [], packages: /^$/ },
}

/** Packages that one layer alone knows. */
const KNOWN_TO: [RegExp, string][] = [
  [/^(@prisma\/|@libsql\/|pg$|prisma$)/, 'db'],
  [/^(ai$|@ai-sdk\/)/, 'models'],
]

/** What the bundler puts in place of these is no setting. */
const FROM_BUNDLER = /process\.env\.(NODE_ENV|NEXT_RUNTIME)\b/g

type Import = { from: string; target: string; typeOnly: boolean }

const root = join(import.meta.dirname, '..')

const files = ['app', 'components', 'lib', 'instrumentation.ts', 'proxy.ts']
  .flatMap((start) =>
    /\.ts$/.test(start)
      ? [start]
      : readdirSync(join(root, start), { recursive: true, encoding: 'utf8' }).map(
          (name) => `${start}/${name}`,
        ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('lib/db/generated/'))

const isTestCode = (file: string) => /\.test\.tsx?$/.test(file) || /\/testing\//.test(file)

const read = (file: string) => readFileSync(join(root, file), 'utf8')

function importsOf(from: string, source: string): Import[] {
  const statement =
    /^(?:import|export)(?<type>\s+type)?\s(?:[^'"`;]*?\sfrom\s+)?'(?<named>[^']+)'|\bimport\(\s*'(?<dynamic>[^']+)'|new URL\(\s*'(?<url>\.[^']+)'/gm
  return [...source.matchAll(statement)].map(({ groups = {} }) => ({
    from,
    target: groups.named ?? groups.dynamic ?? groups.url ?? '',
    typeOnly: groups.type !== undefined,
  }))
}

/** The project's path of a target; null for a package. */
function pathOf({ from, target }: Import): string | null {
  if (target.startsWith('@/')) return target.slice(2)
  return target.startsWith('.') ? join(from, '..', target) : null
}

function layerOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return (first === 'lib' ? second : first).replace(/\.tsx?$/, '')
}

function faultOf(line: Import): string | null {
  const layer = layerOf(line.from)
  const rule = LAYERS[layer]
  if (!rule) return `${line.from}: no rule for "${layer}"`
  const path = pathOf(line)
  if (path === null) {
    const owner = KNOWN_TO.find(([packages]) => packages.test(line.target))?.[1]
    const refused = (owner && owner !== layer) || (rule.packages && !rule.packages.test(line.target))
    return refused ? `${line.from} must not import the package ${line.target}` : null
  }
  if (isTestCode(path)) return `${line.from} must not import the test code ${path}`
  const allowed = line.typeOnly ? [...rule.values, ...(rule.types ?? [])] : rule.values
  const target = layerOf(path)
  if (target === layer || allowed.includes(target)) return null
  return `${line.from} must not import ${line.typeOnly ? 'types of ' : ''}${path}`
}

const imports = files.filter((file) => !isTestCode(file)).flatMap((file) => importsOf(file, read(file)))

test('imports point one way', () => {
  expect(imports.length).toBeGreaterThan(100)
  expect(imports.map(faultOf).filter((fault) => fault !== null)).toEqual([])
})

describe('the rules notice', () => {
  test.each([
    ['lib/memory/a.ts', "import { readFileSync } from 'node:fs'"],
    ['lib/memory/a.ts', "import type { Message } from '../schemas/message.ts'"],
    ['lib/ports/a.ts', "import { AppError } from '../errors.ts'"],
    ['lib/db/a.ts', "import { count } from '../tokens/index.ts'"],
    ['lib/db/a.ts', "import {\n  plan,\n} from '../memory/index.ts'"],
    ['lib/chat/a.ts', "import { streamText } from 'ai'"],
    ['lib/chat/a.ts', "export * from '../db/client.ts'"],
    ['lib/tokens/a.ts', "const worker = new URL('../db/worker.ts', import.meta.url)"],
    ['lib/http/a.ts', "const it = await import('../db/client.ts')"],
    ['components/a.tsx', "import { db } from '@/lib/db/client'"],
    ['app/page.tsx', "import { plan } from '@/lib/memory'"],
    ['app/page.tsx', "import '@/lib/db/testing/turns'"],
    ['lib/new/a.ts', "import { z } from 'zod'"],
  ])('%s: %s', (file, source) => {
    expect(importsOf(file, source).map(faultOf)).toEqual([expect.stringContaining(file)])
  })

  test('and let through what is right', () => {
    const right = [
      importsOf('lib/db/a.ts', "import type { Kept } from '../memory/types.ts'\nimport pg from 'pg'"),
      importsOf('app/page.tsx', "import { getContainer } from '@/lib/container'"),
      importsOf('lib/memory/plan/a.ts', "import { b } from '../b.ts'"),
    ].flat()
    expect(right).toHaveLength(4)
    expect(right.map(faultOf)).toEqual([null, null, null, null])
  })
})

test('lib names its files with their extension, so that plain Node can run them', () => {
  const wrong = files
    .filter((file) => file.startsWith('lib/') && !isTestCode(file))
    .flatMap((file) => importsOf(file, read(file)))
    .filter(
      ({ target }) => target.startsWith('@/') || (target.startsWith('.') && !/\.(ts|mjs|json)$/.test(target)),
    )
  expect(wrong).toEqual([])
})

test('env.ts is the only reader of the environment', () => {
  const readers = files
    .filter((file) => !isTestCode(file) && file !== 'lib/env.ts')
    .filter((file) => /process\.env|process\[['"]env/.test(read(file).replace(FROM_BUNDLER, '')))
  expect(readers).toEqual([])
})

test('every file is named after what it holds', () => {
  const catchAll = /(^|\/)(utils?|helpers?|misc|common|shared)(\.\w+)*\.tsx?$/
  expect(files.filter((file) => catchAll.test(file))).toEqual([])
})
