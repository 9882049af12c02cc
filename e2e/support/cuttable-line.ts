import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that can be cut as a network cuts it. */
export type CuttableLine = {
  url: string
  /** Breaks every connection, and takes no other until it is mended. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** A port of the loopback that leads to `target`. */
export async function cuttableLine(target: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) return near.destroy()
    const far = connect(Number(port), hostname)
    const ends = [near, far]
    for (const end of ends) {
      open.add(end)
      // Either end may break at any moment: that is what the line is for, and `close` follows every error.
      end.on('error', () => undefined)
      end.on('close', () => {
        open.delete(end)
        for (const other of ends) other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')

  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      whole = false
      breakAll()
    },
    mend() {
      whole = true
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      breakAll()
      await closed
    },
  }
}
