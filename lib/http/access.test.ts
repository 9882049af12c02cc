import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { type AccessPolicy, assertAccess } from './access.ts'

const local: AccessPolicy = { hosts: [], origins: [], corsOrigins: [], open: false }

function codeOf(
  method: string,
  headers: Record<string, string>,
  policy = local,
  path = '/api/chat',
): string | null {
  try {
    assertAccess({ method, headers: new Headers(headers), url: `http://127.0.0.1:3000${path}` }, policy)
    return null
  } catch (error) {
    return error instanceof AppError ? error.code : 'not an AppError'
  }
}

describe('Host', () => {
  test.each([
    '127.0.0.1:3000',
    'localhost:3000',
    'localhost',
    '[::1]:3000',
    'chat.localhost:80',
    '127.4.5.6',
  ])('%s is this machine', (host) => expect(codeOf('GET', { host })).toBeNull())

  test.each(['evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.5:3000', ''])(
    '%j is refused, for reading too',
    (host) => expect(codeOf('GET', { host })).toBe('foreign_host'),
  )

  test('a name that was allowed is answered', () => {
    expect(codeOf('GET', { host: 'Chat.Example' }, { ...local, hosts: ['chat.example'] })).toBeNull()
  })

  test('one with a port is answered at that port alone', () => {
    const hosts = ['box:8080', '[fd00::1]:3000']
    expect(codeOf('GET', { host: 'Box:8080' }, { ...local, hosts })).toBeNull()
    expect(codeOf('GET', { host: '[fd00::1]:3000' }, { ...local, hosts })).toBeNull()
    expect(codeOf('GET', { host: '[fd00::2]:3000' }, { ...local, hosts: ['[fd00::2]'] })).toBeNull()
    expect(codeOf('GET', { host: 'box:8081' }, { ...local, hosts })).toBe('foreign_host')
    expect(codeOf('GET', { host: 'box' }, { ...local, hosts })).toBe('foreign_host')
  })

  test('an open server answers to its addresses, not to any name', () => {
    const open = { ...local, open: true }
    expect(codeOf('GET', { host: '192.168.1.7:3000' }, open)).toBeNull()
    expect(codeOf('GET', { host: 'rebound.example:3000' }, open)).toBe('foreign_host')
  })
})

describe('Origin of a changing request', () => {
  const host = '127.0.0.1:3000'

  test('its own page may', () => {
    expect(codeOf('POST', { host, origin: 'http://127.0.0.1:3000' })).toBeNull()
  })

  test.each(['http://evil.example', 'http://127.0.0.1:4000', 'http://localhost:3000', 'null', 'nonsense'])(
    '%s may not',
    (origin) => {
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
        expect(codeOf(method, { host, origin })).toBe('foreign_origin')
    },
  )

  test('a program that is no browser sends none', () => {
    expect(codeOf('POST', { host })).toBeNull()
  })

  test('a browser that hides it still tells that the page is another', () => {
    expect(codeOf('POST', { host, 'sec-fetch-site': 'cross-site' })).toBe('foreign_origin')
    expect(codeOf('POST', { host, 'sec-fetch-site': 'same-origin' })).toBeNull()
  })

  test('an allowed one may', () => {
    const policy = { ...local, origins: ['https://chat.example'] }
    expect(codeOf('POST', { host, origin: 'https://chat.example' }, policy)).toBeNull()
  })

  test('one that may call the interfaces may call nothing else', () => {
    const policy = { ...local, corsOrigins: ['https://notes.example'] }
    const headers = { host, origin: 'https://notes.example', 'sec-fetch-site': 'cross-site' }
    for (const path of ['/ask', '/clear_history', '/v1/chat/completions'])
      expect(codeOf('POST', headers, policy, path), path).toBeNull()
    for (const path of ['/api/chat', '/api/sessions', '/', '/sign_in', '/ask/../api/chat'])
      expect(codeOf('POST', headers, policy, path), path).toBe('foreign_origin')
    expect(codeOf('POST', { ...headers, origin: 'https://evil.example' }, policy, '/ask')).toBe(
      'foreign_origin',
    )
  })
})
