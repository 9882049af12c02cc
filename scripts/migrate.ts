// Migrations of both dialects, without Prisma's native engine:
//   deploy         applies what is pending to DATABASE_URL, as `npm start` would read it
//   status         says what is pending
//   create <name>  writes the SQL that leads from the migrations to the models
//   check          fails when migrations and models have drifted apart
import { join } from 'node:path'
import type { Dialect } from '../lib/db/database-url.ts'
import { deployMigrations, migrationStatus } from '../lib/db/migrations/deploy.ts'
import { startPostgres } from '../lib/db/testing/postgres-server.ts'
import { AppError } from '../lib/errors.ts'
import { loadEnv } from './load-env.ts'
import { type EngineAdapter, postgresAdapter, sqliteAdapter } from './migrate/adapters.ts'
import { createMigration, missingSql } from './migrate/diff.ts'
import { PlainError } from './progress.mjs'

const root = join(import.meta.dirname, '..')
const databaseUrl = () => loadEnv(root, 'production').DATABASE_URL
const [command, name] = process.argv.slice(2)

const COMMANDS: Record<string, () => Promise<void>> = { deploy, status, create, check }

async function deploy() {
  const { applied, backup } = await deployMigrations({ url: databaseUrl(), root, now: new Date() })
  if (backup) console.log(`Copied the database to ${backup}.`)
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to apply.')
}

async function status() {
  const pending = await migrationStatus({ url: databaseUrl(), root })
  console.log(pending.length > 0 ? `Pending: ${pending.join(', ')}.` : 'Up to date.')
}

async function create() {
  if (!name || !/^[a-z0-9_]+$/.test(name))
    throw new AppError('invalid_request', 'Name the migration: npm run db:create -- add_something')
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  await forBothDialects(async (dialect, adapter) => {
    const folder = await createMigration(root, dialect, adapter, `${stamp}_${name}`)
    console.log(folder ? `Wrote ${folder}.` : `Nothing to change for ${dialect}.`)
  })
}

async function check() {
  await forBothDialects(async (dialect, adapter) => {
    const sql = await missingSql(root, dialect, adapter)
    if (sql === null) return
    console.error(`The ${dialect} migrations lack this (npm run db:create -- <name>):\n${sql}`)
    process.exitCode = 1
  })
}

async function forBothDialects(work: (dialect: Dialect, adapter: EngineAdapter) => Promise<void>) {
  const server = await startPostgres(process.env)
  const adapters = { sqlite: await sqliteAdapter(), postgres: postgresAdapter(server.url) }
  try {
    await work('sqlite', adapters.sqlite)
    await work('postgres', adapters.postgres)
  } finally {
    await adapters.sqlite.close()
    await adapters.postgres.close()
    await server.stop()
  }
}

const run = COMMANDS[command ?? '']
if (!run) {
  console.error('Usage: node scripts/migrate.ts deploy | status | create <name> | check')
  process.exit(2)
}
try {
  await run()
} catch (error) {
  if (!(error instanceof AppError || error instanceof PlainError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
