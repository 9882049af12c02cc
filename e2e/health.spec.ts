import { healthReport } from '../lib/schemas/health.ts'
import { expect, test } from './support/test.ts'

async function health(base: string) {
  const response = await fetch(`${base}/healthz`)
  return { status: response.status, report: healthReport.strict().parse(await response.json()) }
}

test('says that all is well, to whoever asks by any name', async ({ app, request }) => {
  expect(await health(app.url)).toEqual({
    status: 200,
    report: {
      status: 'ok',
      live: true,
      ready: true,
      database: { state: 'ok' },
      model: { state: 'ok', provider: 'compatible' },
      degraded: [],
    },
  })
  const probe = await request.get(`${app.url}/healthz`, { headers: { host: '10.0.0.7:3000' } })
  expect(probe.status()).toBe(200)
  expect(probe.headers()['cache-control']).toBe('no-store')
})

test('a server of models that refuses the key degrades it; it still takes messages', async ({
  launch,
  upstream,
}) => {
  upstream.list({ listingStatus: 401 })
  const app = await launch()
  await expect
    .poll(() => health(app.url))
    .toMatchObject({
      status: 200,
      report: { status: 'degraded', ready: true, degraded: ['model_unauthorized'] },
    })
})

test('a check calls no model', async ({ app, upstream }) => {
  for (let i = 0; i < 20; i++) await health(app.url)
  expect(upstream.requests.filter(({ path }) => path !== '/v1/models')).toEqual([])
})

test('?live says no more than that it lives', async ({ app }) => {
  const response = await fetch(`${app.url}/healthz?live`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ live: true })
})
