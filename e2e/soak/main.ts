import { parseArgs } from 'node:util'
import { startPostgres } from '../../lib/db/testing/postgres-server.ts'
import { startFakeUpstream } from '../fake-upstream/start.ts'
import { testDatabase } from '../support/test-database.ts'
import { soak } from './soak.ts'

// `npm run soak`: kills the server 200 times under load. `-- --kills 60 --database postgres --seed 7` says it otherwise.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
if (!Number.isInteger(kills) || !Number.isInteger(seed) || !/^(sqlite|postgres)$/.test(values.database))
  throw new Error('As in: npm run soak -- --kills 200 --database sqlite (or postgres) --seed 7')

const say = (line: string) => process.stdout.write(`${line}\n`)
say(`${kills} kills on ${values.database}, seed ${seed}`)

const postgres = values.database === 'postgres' ? await startPostgres(process.env) : null
const database = await testDatabase(postgres?.url ?? null)
const upstream = await startFakeUpstream()
const begun = Date.now()
try {
  const { faults, answers, ...counts } = await soak({
    env: { DATABASE_URL: database.url, OPENAI_BASE_URL: `${upstream.url}/v1` },
    kills,
    seed,
    onKill({ kill, accepted, faults }) {
      const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
      if (kill % 10 === 0 || kill === kills)
        say(`  ${kill} kills · ${accepted} messages accepted · ${faults} faults · ${minutes} min`)
    },
  })
  say(
    `messages  ${Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(' · ')}`,
  )
  say(
    `answers   ${Object.entries(answers)
      .map(([status, count]) => `${status} ${count}`)
      .join(' · ')}`,
  )
  for (const fault of faults) say(`WRONG     ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await upstream.close()
  await database.remove()
  await postgres?.stop()
}
