import { expect, test } from './support/test.ts'

const NOTES = 'https://notes.example'
const INTERFACES = [
  '/ask',
  '/ask_stream',
  '/code_assist',
  '/get_history',
  '/clear_history',
  '/list_sessions',
  '/v1/chat/completions',
  '/v1/models',
]

const preflight = (url: string, origin: string) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-session-id',
    },
  })

const corsOf = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

test('a page of an allowed origin may call the interfaces, and nothing else', async ({ launch }) => {
  const app = await launch({ CORS_ORIGINS: NOTES })
  for (const path of INTERFACES) {
    const { status, headers } = await preflight(`${app.url}${path}`, NOTES)
    expect(status, path).toBe(204)
    expect(headers.get('access-control-allow-origin'), path).toBe(NOTES)
    expect(headers.get('access-control-allow-headers'), path).toBe('content-type,x-session-id')
    expect(headers.get('vary'), path).toBe('Origin')
    expect(headers.has('access-control-allow-credentials'), path).toBe(false)
  }
  for (const path of ['/api/chat', '/api/sessions', '/', '/settings', '/healthz', '/v1'])
    expect(corsOf(await preflight(`${app.url}${path}`, NOTES)), path).toEqual([])
  for (const path of ['/api/chat', '/api/undo'])
    expect((await fetch(`${app.url}${path}`, { method: 'POST', headers: { origin: NOTES } })).status).toBe(
      403,
    )
})

test('a page of another origin may not, nor any where none is allowed', async ({ app, launch }) => {
  const open = await launch({ CORS_ORIGINS: NOTES })
  for (const [base, origin] of [
    [open.url, 'https://evil.example'],
    [open.url, 'null'],
    [app.url, NOTES],
  ] as const) {
    for (const path of INTERFACES) {
      const refused = await preflight(`${base}${path}`, origin)
      expect(refused.status, path).toBe(403)
      expect(corsOf(refused), path).toEqual([])
      expect(await refused.json()).toMatchObject({ error: { code: 'foreign_origin' } })
    }
  }
})
