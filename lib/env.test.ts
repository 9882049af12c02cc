import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ENV_NAMES, EnvError, isLoopback, readEnv } from './env.ts'

function problems(source: Record<string, string>): string[] {
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.message.split('\n')
    throw error
  }
  throw new Error('The environment was accepted.')
}

test('nothing set gives the defaults', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATABASE_URL: 'file:./data/throughline.db',
    DISCOVER_LOCAL_MODELS: true,
    ALLOW_OPEN_HOST: false,
    ALLOWED_HOSTS: [],
    FLUSH_MS: 250,
    SHUTDOWN_GRACE_MS: 0,
    HISTORY_TIMEOUT_SECONDS: 3_600,
    SESSION_CLEANUP_THRESHOLD: 100,
  })
  expect(readEnv({}).OPENAI_API_KEY).toBeUndefined()
  expect(readEnv({}).KEPT_SESSION_TIMEOUT_SECONDS).toBeUndefined()
})

test('an empty or blank variable counts as unset', () => {
  expect(readEnv({ PORT: '', OPENAI_API_KEY: ' ', CRON_SECRET: '' })).toEqual(readEnv({}))
})

test('lists are split, trimmed and lower-cased where case means nothing', () => {
  const env = readEnv({
    ALLOWED_HOSTS: 'Chat.example.org, box:8080,[::1]:3000',
    ALLOWED_ORIGINS: 'https://a.example, http://b.example:81',
  })
  expect(env.ALLOWED_HOSTS).toEqual(['chat.example.org', 'box:8080', '[::1]:3000'])
  expect(env.ALLOWED_ORIGINS).toEqual(['https://a.example', 'http://b.example:81'])
})

test('every bad variable is reported at once, one line each', () => {
  const lines = problems({
    PORT: 'abc',
    DATABASE_URL: 'mysql://db',
    OPENAI_BASE_URL: 'ftp://models',
    DISCOVER_LOCAL_MODELS: 'yes',
    ALLOWED_ORIGINS: 'https://a.example/path',
    ALLOWED_HOSTS: 'a b,c d',
    CORS_ORIGINS: '*',
    BODY_MAX_BYTES: '9000000',
    MODEL_WINDOW: '1.5',
    MODEL_ENCODING: 'p50k_base',
    CRON_SECRET: 'short',
    PUBLIC_URL: 'https://a.example/path',
    TRUST_PROXY: 'yes',
    HOST: '0.0.0.0',
    DEAD_AFTER_MS: '10000',
    HISTORY_TIMEOUT_SECONDS: '0',
    KEPT_SESSION_TIMEOUT_SECONDS: 'never',
    SESSION_CLEANUP_THRESHOLD: '-1',
  })
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual([
    'ALLOWED_HOSTS',
    'ALLOWED_ORIGINS',
    'BODY_MAX_BYTES',
    'CORS_ORIGINS',
    'CRON_SECRET',
    'DATABASE_URL',
    'DEAD_AFTER_MS',
    'DISCOVER_LOCAL_MODELS',
    'HISTORY_TIMEOUT_SECONDS',
    'HOST',
    'KEPT_SESSION_TIMEOUT_SECONDS',
    'MODEL_ENCODING',
    'MODEL_WINDOW',
    'OPENAI_BASE_URL',
    'PORT',
    'PUBLIC_URL',
    'SESSION_CLEANUP_THRESHOLD',
    'TRUST_PROXY',
  ])
})

test.each([
  ['DATABASE_URL', 'pg://me:hunter2@db/x'],
  ['OPENAI_BASE_URL', 'hunter2'],
  ['CRON_SECRET', 'hunter2'],
  ['PORT', 'hunter2'],
  ['ALLOWED_HOSTS', 'hunter2 hunter2'],
  ['ALLOWED_ORIGINS', 'hunter2'],
  ['HOST', 'hunter2/'],
  ['ALLOW_OPEN_HOST', 'hunter2'],
  ['PUBLIC_URL', 'hunter2'],
  ['PUBLIC_URL', 'https://chat.example.org/hunter2'],
  ['ACCESS_TOKEN', 'hunter2'],
  ['ACCESS_TOKEN', 'alice:hunter2'],
  ['ACCESS_TOKEN', 'Alice:hunter2hunter2hunter2'],
  ['ACCESS_TOKEN', ':hunter2hunter2hunter2'],
  ['ACCESS_TOKEN', `${'a'.repeat(41)}:hunter2hunter2hunter2`],
  ['ACCESS_TOKEN', 'hunter2hunter2hunter2,alice:another-long-token'],
  ['ACCESS_TOKEN', 'alice:hunter2hunter2hunter2,'],
  ['ACCESS_TOKEN', 'alice:hunter2 hunter2 hunter2'],
  ['ACCESS_TOKEN', 'alice:hünter2hünter2hünter2'],
  ['ACCESS_TOKEN', 'alice:hunter2hunter2hunter2,alice:another-long-token'],
  ['ACCESS_TOKEN', 'alice:hunter2hunter2hunter2,bob:hunter2hunter2hunter2'],
])('what is wrong with %s is said without its value', (name, value) => {
  const [line] = problems({ [name]: value })
  expect(line).toMatch(new RegExp(`^${name}: must `))
  expect(line).not.toContain('hunter2')
})

describe('an address that others can reach', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', 'example.org', '1270.0.0.1', '127.0.0.1.example.org'])(
    '%s is refused',
    (HOST) => {
      expect(problems({ HOST })[0]).toMatch(/^HOST: .*ALLOW_OPEN_HOST=1/)
      expect(problems({ HOST })[0]).toContain('Set ACCESS_TOKEN')
      expect(readEnv({ HOST, ALLOW_OPEN_HOST: '1' }).HOST).toBe(HOST)
      expect(readEnv({ HOST, ACCESS_TOKEN: 'a-token-of-some-length' }).HOST).toBe(HOST)
    },
  )

  test.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost'])('%s is not one', (HOST) => {
    expect(isLoopback(HOST)).toBe(true)
    expect(readEnv({ HOST }).HOST).toBe(HOST)
  })
})

describe('access tokens', () => {
  const names = (ACCESS_TOKEN: string) => readEnv({ ACCESS_TOKEN }).ACCESS_TOKEN.map(({ name }) => name)

  test('have names; one alone needs none', () => {
    expect(names('a-token-of-some-length')).toEqual(['owner'])
    expect(names('alice:a-token-of-some-length')).toEqual(['alice'])
    expect(names(' alice:a-token-of-some-length , b_0-b:with:colons:and=more ')).toEqual(['alice', 'b_0-b'])
  })

  test('are not what is kept of them', () => {
    const [token] = readEnv({ ACCESS_TOKEN: 'a-token-of-some-length' }).ACCESS_TOKEN
    expect(token?.hash).toHaveLength(32)
    expect(token?.cookieKey).toHaveLength(32)
    expect(token?.cookieKey).not.toEqual(token?.hash)
  })

  test('that are wrong are told once, not for the address too', () => {
    expect(problems({ HOST: '0.0.0.0', ACCESS_TOKEN: 'short' })).toHaveLength(1)
  })
})

test('the public address is an origin, with or without its last slash', () => {
  expect(readEnv({ PUBLIC_URL: 'https://Chat.example.org/' }).PUBLIC_URL).toBe('https://chat.example.org')
  expect(readEnv({ PUBLIC_URL: 'http://box:8080' }).PUBLIC_URL).toBe('http://box:8080')
})

test('a process counts as dead only after more than two missed heartbeats', () => {
  expect(problems({ HEARTBEAT_MS: '50', DEAD_AFTER_MS: '100' })[0]).toMatch(/^DEAD_AFTER_MS: /)
  expect(readEnv({ HEARTBEAT_MS: '50', DEAD_AFTER_MS: '101' }).DEAD_AFTER_MS).toBe(101)
})

test('the answer cannot take the whole window', () => {
  const window = { MODEL_WINDOW: '4096' }
  expect(problems({ ...window, MODEL_ANSWER_RESERVE: '4096' })[0]).toMatch(/^MODEL_ANSWER_RESERVE: must /)
  expect(readEnv({ ...window, MODEL_ANSWER_RESERVE: '4095' }).MODEL_ANSWER_RESERVE).toBe(4_095)
  expect(readEnv({ MODEL_ANSWER_RESERVE: '4096' }).MODEL_ANSWER_RESERVE).toBe(4_096)
})

describe('.env.example', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const entries = [...text.matchAll(/^#([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name, value]) => ({
    name: String(name),
    value: String(value),
  }))

  test('lists every variable, and no other', () => {
    expect(entries.map(({ name }) => name).sort()).toEqual([...ENV_NAMES].sort())
  })

  test('shows the true defaults, and examples that are valid', () => {
    const defaults = readEnv({})
    const shown = readEnv(Object.fromEntries(entries.map(({ name, value }) => [name, value])))
    for (const name of ENV_NAMES) {
      const hasDefault = defaults[name] !== undefined && !Array.isArray(defaults[name])
      if (hasDefault) expect(shown[name], name).toEqual(defaults[name])
    }
  })
})

test('the README describes every variable, and no other, with its true default', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const described = [...readme.matchAll(/^\| `([A-Z_]+)` +\| +(?:`([^`]*)`)?/gm)].map(([, name, value]) => ({
    name: String(name),
    value,
  }))
  expect(described.map(({ name }) => name).sort()).toEqual([...ENV_NAMES].sort())
  const shown = readEnv(Object.fromEntries(described.map(({ name, value }) => [name, value])))
  expect(shown).toEqual(readEnv({}))
  for (const { name, value } of described)
    if (value !== undefined) expect(readEnv({}), name).toHaveProperty(name)
})
