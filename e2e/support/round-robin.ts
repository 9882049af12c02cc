import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** What stands before several servers and gives each request to the next one, whatever it is about. */
export type RoundRobin = { url: string; close(): Promise<void> }

/**
 * On a port of the loopback. Bodies pass as they come, and either side that goes away takes the other with it; the
 * Host is the one that the caller named. `before` is waited for with each request; who has gone by then asks for
 * nothing.
 */
export async function roundRobin(
  targets: readonly [string, ...string[]],
  before: (request: IncomingMessage) => Promise<void> | null = () => null,
): Promise<RoundRobin> {
  const addresses = targets.map((target) => new URL(target))
  let turn = 0
  const proxy = createServer(async (near, nearResponse) => {
    const wait = before(near)
    if (wait) await wait
    if (nearResponse.destroyed) return
    const { hostname, port } = addresses[turn++ % addresses.length] as URL
    // A connection each: none is met that the server closes in the same moment.
    const far = request({
      hostname,
      port,
      path: near.url,
      method: near.method,
      headers: endToEnd(near.headers),
      agent: false,
    })
    near.pipe(far)
    nearResponse.on('close', () => far.destroy())
    // The caller sees what it would see of the server itself: a connection that breaks.
    far.on('error', () => nearResponse.destroy())
    far.on('response', (farResponse) => {
      nearResponse.writeHead(farResponse.statusCode ?? 502, endToEnd(farResponse.headers))
      nearResponse.flushHeaders()
      farResponse.pipe(nearResponse)
      farResponse.on('error', () => nearResponse.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')

  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      if (!proxy.listening) return
      const closed = once(proxy, 'close')
      proxy.close()
      proxy.closeAllConnections()
      await closed
    },
  }
}

/** Without what speaks of one connection alone. */
const endToEnd = ({
  connection: _,
  'keep-alive': __,
  'transfer-encoding': ___,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders => headers
