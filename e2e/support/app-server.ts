import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '../../lib/db/testing/free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The production server as `npm start` starts it, in a process of its own. */
export type AppServer = {
  url: string
  pid: number
  /** All that it has printed. */
  output(): string
  /** Sends the signal and waits for the end; says the exit code, null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the server on a free port of the loopback and waits until it answers. `env` replaces what is set here. */
export async function startApp(env: Record<string, string>): Promise<AppServer> {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/serve.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DISCOVER_LOCAL_MODELS: '0',
      RECALL: '0',
      // Tells the framework's reader that .env was read: a developer's key has no place in a test.
      __NEXT_PROCESSED_ENV: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const url = `http://127.0.0.1:${port}`
  await answering(url, child, () => output)

  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exit = once(child, 'exit')
      child.kill(signal)
      // One that a test has halted would never see the signal.
      child.kill('SIGCONT')
      await exit
      return child.exitCode
    },
  }
}

async function answering(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended before it answered:\n${output()}`)
    try {
      const response = await fetch(`${url}/healthz`)
      if (response.ok) return
    } catch (error) {
      // Refused until it listens; anything else is a fault of the test's own.
      if (!(error instanceof TypeError)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
