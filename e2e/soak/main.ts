import { parseArgs } from 'node:util'
import { startPostgres } from '../../lib/db/testing/postgres-server.ts'
import { startFakeUpstream } from '../fake-upstream/start.ts'
import { testDatabase } from '../support/test-database.ts'
import { soak } from './soak.ts'

// `npm run soak`: kills the server 200 times under load. `-- --kills 60 --database postgres --seed 7` says it
// otherwise.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    database: { type: 'string', default: 'sqlite' },
    servers: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const servers = Number(values.servers)
if (![kills, seed, servers].every(Number.isInteger) || !/^(sqlite|postgres)$/.test(values.database))
  throw new Error('As in: npm run soak -- --kills 200 --database sqlite (or postgres) --servers 1 --seed 7')

const say = (line: string) => process.stdout.write(`${line}\n`)
const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(' · ')
say(`${kills} kills on ${values.database}, servers ${servers}, seed ${seed}`)

const postgres = values.database === 'postgres' ? await startPostgres(process.env) : null
const database = await testDatabase(postgres?.url ?? null)
const upstream = await startFakeUpstream()
const begun = Date.now()
try {
  const { faults, answers, ...counts } = await soak({
    // Where there are several, one that was killed is found dead by another before it is back.
    env: {
      DATABASE_URL: database.url,
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      HEARTBEAT_MS: '400',
      DEAD_AFTER_MS: '2000',
    },
    kills,
    seed,
    servers,
    onKill({ kill, accepted, faults }) {
      const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
      if (kill % 10 === 0 || kill === kills)
        say(`  ${kill} kills · ${accepted} messages accepted · ${faults} faults · ${minutes} min`)
    },
  })
  say(`messages  ${list(counts)}`)
  say(`answers   ${list(answers)}`)
  for (const fault of faults) say(`WRONG     ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await upstream.close()
  await database.remove()
  await postgres?.stop()
}
