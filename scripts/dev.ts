// The development server: the same preparation as `npm start`, without the build.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { constants } from 'node:os'
import { join } from 'node:path'
import { listen } from './listen.ts'
import { loadEnv } from './load-env.ts'
import { openDatabase } from './open-database.ts'
import { createProgress, PlainError, type Progress } from './progress.mjs'

const root = join(import.meta.dirname, '..')

async function develop(progress: Progress): Promise<void> {
  process.chdir(root)
  const env = loadEnv(root, 'development')
  const probe = createServer()
  const port = await listen(probe, { host: env.HOST, port: env.PORT })
  probe.close()
  await once(probe, 'close')
  progress.line(`database  ${await openDatabase(root, env.DATABASE_URL, progress)}`)

  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
  const args = [next, 'dev', '--hostname', env.HOST, '--port', String(port)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
}

try {
  await develop(createProgress())
} catch (error) {
  console.error(error instanceof PlainError ? error.message : error)
  process.exit(1)
}
