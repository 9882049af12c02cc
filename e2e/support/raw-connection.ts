import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection whose requests are written by hand, and whose responses are read as slowly as one likes. */
export type RawConnection = {
  send(text: string): Promise<void>
  /** At most `bytes`, without waiting; null when nothing is there. */
  readSome(bytes: number): string | null
  /** What has not been read yet, to the end of the connection. */
  readRest(): Promise<string>
  leave(): void
}

export async function rawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.pause()
  return {
    send: (text) =>
      new Promise((resolve, reject) => socket.write(text, (error) => (error ? reject(error) : resolve()))),
    readSome: (bytes) => socket.read(bytes)?.toString('latin1') ?? null,
    async readRest() {
      const chunks: Buffer[] = []
      for await (const chunk of socket) chunks.push(chunk)
      return Buffer.concat(chunks).toString()
    },
    leave: () => socket.destroy(),
  }
}

/** The head of a request. Of HTTP/1.0, whose response is as it is written and ends with the connection. */
export const headOf = (
  method: string,
  url: string,
  headers: Record<string, string | number> = {},
): string => {
  const { host, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${pathname} HTTP/1.0\r\n${lines.join('')}\r\n`
}

/** A whole request with a JSON body. */
export function jsonPost(url: string, body: unknown, headers: Record<string, string> = {}): string {
  const text = JSON.stringify(body)
  const own = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return headOf('POST', url, { ...own, ...headers }) + text
}
