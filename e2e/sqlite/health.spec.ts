import { rename } from 'node:fs/promises'
import { expect, test } from '../support/test.ts'
import { fileOf } from '../support/test-database.ts'

test('without its file it is live and not ready, until the file is back', async ({ launch, database }) => {
  const app = await launch()
  const file = fileOf(database.url)
  await rename(file, `${file}.away`)
  const away = await fetch(`${app.url}/healthz`)
  expect(away.status).toBe(503)
  expect(await away.json()).toMatchObject({
    status: 'degraded',
    live: true,
    ready: false,
    database: { state: 'unavailable' },
    degraded: ['database_unavailable'],
  })
  expect((await fetch(`${app.url}/healthz?live`)).status).toBe(200)
  await rename(`${file}.away`, file)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
})
