// The production server in this process, on Node 22.18 or newer with its dependencies installed: `npm start` does that
// first. Prints where it is once it answers.
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import type { AccessToken } from '../lib/env.ts'
import { cookieOf, sealCookie } from '../lib/http/access-cookie.ts'
import { modelList } from '../lib/schemas/model.ts'
import { accessInWords } from './access-line.ts'
import { refuseUndecodable } from './decodable.ts'
import { ensureBuild } from './ensure-build.ts'
import { dropForwarded } from './forwarded.ts'
import { addressOf, listen } from './listen.ts'
import { loadEnv } from './load-env.ts'
import { openDatabase } from './open-database.ts'
import { outliveReaders } from './outlive-readers.ts'
import { createProgress, PlainError, type Progress } from './progress.mjs'
import { closeServer, onStop } from './shutdown.ts'

const root = join(import.meta.dirname, '..')

const starting: RequestListener = (_request, response) => {
  response
    .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '2' })
    .end('Throughline is starting.\n')
}

async function serve(progress: Progress): Promise<void> {
  outliveReaders()
  process.chdir(root)
  let stop = async (): Promise<void> => process.exit(130)
  onStop(() => stop())
  const env = loadEnv(root, 'production')

  // The port is taken first and kept, so that nobody waits for a build to hear that it is not free.
  let handle = starting
  const server = createServer((request, response) => handle(request, response))
  const port = await listen(server, { host: env.HOST, port: env.PORT })
  const address = addressOf(env.HOST, port)
  const database = await openDatabase(root, env.DATABASE_URL, progress)
  const build = await ensureBuild(root, progress)
  process.on('exit', build.release)

  process.env.THROUGHLINE_DIST_DIR = build.distDir
  // Imported late: it looks at NODE_ENV and the like while it loads.
  const { default: next } = await import('next')
  const app = next({ dev: false, dir: root, hostname: env.HOST, port, httpServer: server })
  await app.prepare()
  handle = dropForwarded(refuseUndecodable(app.getRequestHandler()), { trusted: env.TRUST_PROXY })
  stop = async () => {
    progress.line('Stopping')
    await closeServer(server)
    await app.close()
  }

  const access = accessInWords(env)
  const lines = [
    `Throughline is at ${address}${env.PUBLIC_URL ? `, and for others at ${env.PUBLIC_URL}` : ''}`,
    `  database  ${database}`,
    `  model     ${await defaultModel(address, env.ACCESS_TOKEN[0])}`,
    ...(access === null ? [] : [`  access    ${access}`]),
  ]
  progress.line(lines.join('\n'))
}

async function defaultModel(address: string, token: AccessToken | undefined): Promise<string> {
  const headers: Record<string, string> = token ? { cookie: cookieOf(sealCookie(token, new Date())) } : {}
  const response = await fetch(`${address}/api/models`, { headers })
  if (!response.ok) return `none: the server answered ${response.status} when asked for its models`
  const { models } = modelList.parse(await response.json())
  return models[0]?.name ?? 'none'
}

try {
  await serve(createProgress())
} catch (error) {
  console.error(error instanceof PlainError ? error.message : error)
  process.exit(1)
}
