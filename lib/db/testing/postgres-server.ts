import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findPostgres } from './postgres-binaries.ts'

/** A Postgres for tests. `url` names its `postgres` database, whose user may create others. */
export type PostgresServer = { url: string; stop(): Promise<void> }

/** One that can be away for a while: it comes back on the same port with the same data. */
export type OwnPostgres = PostgresServer & { goAway(): Promise<void>; comeBack(): Promise<void> }

type Environment = NodeJS.ProcessEnv

const READY_WITHIN_MS = 60_000
const RETRY_MS = 50

/** The server of `TEST_POSTGRES_URL`, else one of our own. */
export async function startPostgres(env: Environment): Promise<PostgresServer> {
  if (env.TEST_POSTGRES_URL) return { url: env.TEST_POSTGRES_URL, stop: async () => undefined }
  return startOwnPostgres(env)
}

/** On a free port, its files in a temporary folder. */
export async function startOwnPostgres(env: Environment): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-postgres-'))
  const user = unprivilegedUser()
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  const bin = await findPostgres(folder, env.PATH ?? '')
  const options: SpawnOptions = { ...user, cwd: folder, env: { ...env, LC_ALL: 'C', TZ: 'UTC' } }
  const data = join(folder, 'data')

  const initdb = spawn(
    join(bin, 'initdb'),
    ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'],
    options,
  )
  await finished(initdb)

  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '']
  for (const setting of settings) args.push('-c', setting)
  let server: ChildProcess | null = null

  const comeBack = async () => {
    server = spawn(join(bin, 'postgres'), args, options)
    await ready(url, server, collect(server))
  }
  /** Its connections are ended as by a restart: without waiting for what runs in them. */
  const goAway = async () => {
    if (server === null || server.exitCode !== null) return
    server.kill('SIGINT')
    await once(server, 'exit')
  }
  const killAtExit = () => void server?.kill('SIGQUIT')
  process.once('exit', killAtExit)
  const stop = async () => {
    process.removeListener('exit', killAtExit)
    await goAway()
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await comeBack()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop, goAway, comeBack }
}

/** Postgres refuses to run as root: then it runs as whoever the system has for such things. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    const number = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    try {
      return { uid: number('-u'), gid: number('-g') }
    } catch (error) {
      if (typeof (error as { status?: unknown }).status !== 'number') throw error
    }
  }
  throw new Error('Postgres cannot run as root, and there is no user "postgres" or "nobody" to run it as.')
}

function collect(child: ChildProcess): () => string {
  let text = ''
  const take = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4_000)
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  return () => text
}

async function finished(child: ChildProcess): Promise<void> {
  const log = collect(child)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`initdb failed: ${log()}`)
}

async function ready(url: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Postgres ended: ${log()}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`Postgres does not answer: ${log()}`, { cause: error })
      await delay(RETRY_MS)
    } finally {
      await client.end()
    }
  }
}
