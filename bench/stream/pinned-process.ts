import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'

/** The server under measure has a core to itself; all that plays with it shares another. */
export const SERVER_CORE = 0
export const OTHER_CORE = 1

export type PinnedProcess = { pid: number; url: string; stop(): Promise<void> }

type Order = { core: number; args: string[]; cwd?: string; env?: Record<string, string> }

const STOP_WITHIN_MS = 5_000

/** A Node process on one core, from the moment that it prints its address. */
export async function startPinned({ core, args, cwd, env }: Order): Promise<PinnedProcess> {
  const node = [process.execPath, ...args]
  const [command = '', ...rest] = canPin() ? ['taskset', '-c', String(core), ...node] : node
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const stop = async () => {
    process.removeListener('exit', killAtExit)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const slow = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await ended
    clearTimeout(slow)
  }
  try {
    return { url: await addressFrom(child), pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function addressFrom(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const take = (chunk: Buffer) => {
      output += chunk
      const address = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/.exec(output)
      if (address) resolve(`http://127.0.0.1:${address[1]}`)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`A server of the bench ended:\n${output}`)))
  })
}

/** Moves this process to a core, or back to all of them. What it starts from then on begins there, too. */
export function pinSelf(core: number | null): void {
  if (!canPin()) return
  const list = core === null ? `0-${cpus().length - 1}` : String(core)
  execFileSync('taskset', ['-acp', list, String(process.pid)], { stdio: 'ignore' })
}

let pins: boolean | null = null

/** False where the system cannot: the numbers are then those of a server that may use every core. */
function canPin(): boolean {
  if (pins === null) {
    try {
      execFileSync('taskset', ['--version'], { stdio: 'ignore' })
      pins = cpus().length > Math.max(SERVER_CORE, OTHER_CORE)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      pins = false
    }
  }
  return pins
}
