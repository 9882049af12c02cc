import { startOwnPostgres } from '../../lib/db/testing/postgres-server.ts'
import { emptyPostgres } from '../../lib/db/testing/test-database.ts'
import { startServers } from '../support/app.ts'
import { envOf, expect, test } from '../support/test.ts'

test('while the database is away it is live and not ready, and says so in time', async ({ upstream }) => {
  const own = await startOwnPostgres(process.env)
  const app = await startServers(1, envOf(await emptyPostgres(own.url), upstream))
  try {
    await own.goAway()
    const away = await fetch(`${app.url}/healthz`, { signal: AbortSignal.timeout(5_000) })
    expect(away.status).toBe(503)
    expect(await away.json()).toMatchObject({ live: true, ready: false, degraded: ['database_unavailable'] })
    expect((await fetch(`${app.url}/healthz?live`)).status).toBe(200)
    await own.comeBack()
    await expect.poll(async () => (await fetch(`${app.url}/healthz`)).status).toBe(200)
  } finally {
    await app.stop()
    await own.stop()
  }
})
