import { describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { assertAccess } from './access.ts'
import { policyIn } from './access-policy.ts'

const policy = (source: Record<string, string>) => policyIn(readEnv(source))

const ask = (headers: Record<string, string>, source: Record<string, string>) => () =>
  assertAccess(
    { method: 'POST', headers: new Headers(headers), url: 'http://127.0.0.1:3000/api/chat' },
    policy(source),
  )

describe('PUBLIC_URL', () => {
  const PUBLIC_URL = 'https://Chat.example.org/'

  test('its host is known, with a port or without', () => {
    expect(ask({ host: 'chat.example.org' }, { PUBLIC_URL })).not.toThrow()
    expect(ask({ host: 'chat.example.org:443' }, { PUBLIC_URL })).not.toThrow()
    expect(ask({ host: 'chat.example.org' }, {})).toThrow()
    expect(ask({ host: 'example.org' }, { PUBLIC_URL })).toThrow()
  })

  test('its origin is this server’s own, also behind a proxy that calls it by another name', () => {
    const origin = 'https://chat.example.org'
    expect(ask({ host: '127.0.0.1:3000', origin }, { PUBLIC_URL })).not.toThrow()
    expect(ask({ host: '127.0.0.1:3000', origin }, {})).toThrow()
    expect(ask({ host: '127.0.0.1:3000', origin: 'https://example.org' }, { PUBLIC_URL })).toThrow()
  })

  test('with https only https may carry the cookie', () => {
    expect(policy({ PUBLIC_URL }).secure).toBe(true)
    expect(policy({ PUBLIC_URL: 'http://chat.example.org' }).secure).toBe(false)
    expect(policy({}).secure).toBe(false)
  })
})
