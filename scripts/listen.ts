import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PlainError } from './progress.mjs'

/** What to tell of the ways in which listening fails that the user can do something about. */
const REASONS: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is taken by another program. Stop that, or choose another port: PORT=${port + 1} npm start`,
  EACCES: (_, port) =>
    `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=3000 npm start`,
  EADDRNOTAVAIL: (host) => `HOST=${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `HOST=${host} is not known to this machine.`,
}

/** Takes the port and says which it is (0 asks for a free one). Throws `PlainError` where it cannot be had. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
    if (!reason) throw error
    throw new PlainError(reason(host, port), { cause: error })
  }
  return (server.address() as AddressInfo).port
}

/** The address to open, or to call, on this machine. */
export function addressOf(host: string, port: number): string {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`
}
