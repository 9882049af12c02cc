import type { APIRequestContext } from '@playwright/test'
import { eventsOf, lastOf, post } from './support/api.ts'
import { type AppRoute, appRoutes } from './support/app-routes.ts'
import { alive } from './support/chat-page.ts'
import { ONE_PROCESS } from './support/one-process.ts'
import { headOf, rawConnection } from './support/raw-connection.ts'
import { expect, test } from './support/test.ts'

// Each starts a server of its own, some of them two.
test.describe.configure({ timeout: 180_000 })

const ALICE = 'the-token-of-alice'
const BOT = 'the-token-of-a-bot'
const ACCESS_TOKEN = `alice:${ALICE},bot:${BOT}`
const CRON_SECRET = 'the-secret-of-a-scheduler'

const nameOf = ({ method, path }: AppRoute) => `${method} ${path}`

/** What everyone gets, and how it answers one who sends nothing. Whatever else there is has to be refused. */
const FOR_EVERYONE: Record<string, number> = {
  'GET /healthz': 200,
  'GET /sign-in': 200,
  'POST /sign-in/token': 415,
  'POST /sign-out': 303,
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** As a browser asks for a page, or a program for an interface; a redirect is not followed. */
const ask = (base: string, { kind, method, path }: AppRoute, headers: Record<string, string> = {}) =>
  fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: { accept: kind === 'page' ? 'text/html' : '*/*', ...headers },
  })

const sendForm = (request: APIRequestContext, base: string, headers: Record<string, string>) =>
  request.post(`${base}/sign-in/token`, { form: { token: ALICE }, headers, maxRedirects: 0 })

test.describe('without a token', () => {
  test('every page leads to the sign-in, and every interface refuses', async ({ launch }) => {
    const { url } = await launch({ ACCESS_TOKEN, CRON_SECRET })
    const routes = appRoutes()
    expect(routes.length).toBeGreaterThan(25)
    expect(routes.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(FOR_EVERYONE)))
    for (const route of routes) {
      const name = nameOf(route)
      const response = await ask(url, route)
      if (name in FOR_EVERYONE) expect(response.status, name).toBe(FOR_EVERYONE[name])
      else if (route.kind === 'page') {
        expect(response.status, name).toBe(307)
        const location = response.headers.get('location')
        expect(location, name).toMatch(/^\/sign-in(\?|$)/)
        expect(await response.text(), name).toBe(location)
      } else {
        expect(response.status, name).toBe(401)
        expect(response.headers.get('www-authenticate'), name).toBe('Bearer')
        // Clients of OpenAI know it by their own name.
        const code = route.path.startsWith('/v1/') ? 'invalid_api_key' : 'unauthorized'
        expect(await response.json(), name).toMatchObject({ error: { code } })
      }
    }
  })

  test('no way around the check shows a page', async ({ launch }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    const paths = [
      '/_next/static/../settings',
      '/_next/static/%2e%2e/settings',
      '/_next/static//../../settings',
      '/_next/data/x/settings.json',
      '/api/../settings',
      '/api/..%2fsettings',
      '/healthz/../settings',
      '/sign-in/../settings',
      '/icon.svg/../settings',
      '/%73ettings',
      '/settings.rsc',
      '/settings?_rsc=1',
      '//settings',
      '/c/x.png',
    ]
    for (const path of paths) {
      const connection = await rawConnection(url)
      const head = headOf('GET', url, { accept: 'text/html', rsc: 1, 'x-middleware-subrequest': 'proxy' })
      await connection.send(head.replace(/^GET \S+/, `GET ${path}`))
      const response = await connection.readRest()
      expect(response, path).toMatch(/^HTTP\/1.1 (307|308|404) /)
      expect(response, path).not.toContain('Instructions')
    }
  })

  test('files of the page that hold nothing of anyone’s are there', async ({ launch, page }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    const failed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(`${url}/sign-in`)
    await alive(page)
    expect(failed).toEqual([])
    expect((await fetch(`${url}/icon.svg`)).status).toBe(200)
  })
})

test.describe('a program', () => {
  test('comes in with any of the tokens, to interfaces and pages', async ({ launch }) => {
    const { url } = await launch({ ACCESS_TOKEN })
    for (const token of [ALICE, BOT]) {
      const headers = bearer(token)
      expect((await fetch(`${url}/api/models`, { headers })).status).toBe(200)
      expect((await fetch(`${url}/settings`, { headers })).status).toBe(200)
      const message = { clientId: `said-by-${token}`, text: 'hello' }
      const sent = { action: 'send', sessionId: null, message, model: null }
      const answer = await lastOf(eventsOf(await post(`${url}/api/chat`, sent, headers)))
      expect(answer).toMatchObject({ type: 'end', answer: { status: 'complete' } })
    }
  })

  test('with wrong ones is slowed down, whatever address it claims, by all servers', async ({ launch }) => {
    const one = await launch({ ACCESS_TOKEN })
    const two = await launch({ ACCESS_TOKEN })
    for (const { url } of [one, two])
      expect((await fetch(`${url}/api/models`, { headers: bearer(BOT) })).status).toBe(200)

    const guess = (base: string, at: number) =>
      fetch(`${base}/api/models`, {
        headers: { ...bearer(`guess-${at}`), 'x-forwarded-for': `10.0.0.${at}` },
      })
    const guesses = await Promise.all(
      Array.from({ length: 16 }, (_, at) => guess((at % 2 ? one : two).url, at)),
    )
    const statuses = guesses.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(6).fill(429)])
    const refused = guesses.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)

    for (const { url } of [one, two])
      for (const token of [ALICE, BOT]) {
        const right = await fetch(`${url}/api/models`, { headers: bearer(token) })
        expect(right.status, 'a right one is not told from a wrong one').toBe(429)
      }
    const signIn = await fetch(`${one.url}/sign-in`, { headers: bearer('guess-again') })
    expect(signIn.status).toBe(200)
  })

  test('that runs jobs has a secret of its own', async ({ launch }) => {
    const { url } = await launch({ ACCESS_TOKEN, CRON_SECRET })
    expect((await fetch(`${url}/api/jobs/run`, { headers: bearer(CRON_SECRET) })).status).toBe(200)
    expect((await fetch(`${url}/api/jobs/run`, { headers: bearer(ALICE) })).status).toBe(401)
    expect((await fetch(`${url}/api/models`, { headers: bearer(CRON_SECRET) })).status).toBe(401)
  })
})

test('behind a proxy the public address is its own, and over https the cookie goes over nothing else', {
  tag: ONE_PROCESS,
}, async ({ launch, request }) => {
  const { url, output } = await launch({
    HOST: '0.0.0.0',
    ACCESS_TOKEN,
    PUBLIC_URL: 'https://chat.example.org',
    TRUST_PROXY: '1',
  })
  await expect.poll(output).toContain('access    with a token: alice, bot')
  expect(output()).toContain('https://chat.example.org')
  expect(output()).not.toContain(ALICE)

  const headers = { host: 'chat.example.org', 'x-forwarded-proto': 'https', accept: 'text/html' }
  const led = await request.get(`${url}/settings`, { headers, maxRedirects: 0 })
  expect(led.headers().location).toBe('/sign-in?next=%2Fsettings')
  const origin = 'https://chat.example.org'
  const signedIn = await sendForm(request, url, { ...headers, origin })
  expect(signedIn.status()).toBe(303)
  expect(signedIn.headers()['set-cookie']).toMatch(/; Secure$/)
  expect((await sendForm(request, url, { ...headers, origin: 'https://evil.example' })).status()).toBe(403)
  expect((await sendForm(request, url, { host: 'evil.example' })).status()).toBe(403)

  // The addresses that the proxy tells are slowed down each for itself.
  const guess = (address: string) =>
    fetch(`${url}/api/models`, { headers: { ...bearer('guess'), 'x-forwarded-for': `10.9.9.9, ${address}` } })
  for (let i = 0; i < 10; i++) expect((await guess('198.51.100.1')).status).toBe(401)
  expect((await guess('198.51.100.1')).status).toBe(429)
  expect((await guess('198.51.100.2')).status).toBe(401)
})
