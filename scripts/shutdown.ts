import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** `lib/container.ts` puts this on `globalThis` once it is built. */
type ContainerHolder = { stop(): Promise<void>; close(): Promise<void> }

const CONTAINER = Symbol.for('throughline.container')
const LAST_RESPONSES_MS = 2_000
/** One Ctrl-C arrives several times: from the terminal and from every parent that passes it on. */
const SAME_SIGNAL_MS = 500

/**
 * Stops accepting, lets the application put away what runs, and gives the last responses a moment: what they say of an
 * answer they still read from the database.
 */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  // Connections whose last response is out would be kept for the next request, which is not taken.
  server.keepAliveTimeout = 1
  server.keepAliveTimeoutBuffer = 0
  const holder = (globalThis as { [CONTAINER]?: ContainerHolder })[CONTAINER]
  await holder?.stop()
  await Promise.race([closed, delay(LAST_RESPONSES_MS, undefined, { ref: false })])
  server.closeAllConnections()
  await holder?.close()
}

/** What `onStop` needs of the process. */
type Stoppable = Pick<NodeJS.Process, 'on' | 'channel'> & { exit(code: number): void }

/**
 * Calls `stop` on the first signal, or when the parent that started this process is gone, and then ends the process;
 * a second signal ends it at once.
 */
export function onStop(stop: () => Promise<void>, own: Stoppable = process, now = Date.now): void {
  let since: number | null = null
  const begin = () => {
    if (since !== null) {
      if (now() - since > SAME_SIGNAL_MS) own.exit(130)
      return
    }
    since = now()
    stop().then(
      () => own.exit(0),
      (error) => {
        console.error(error)
        own.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) own.on(signal, begin)
  if (own.channel) {
    own.on('disconnect', begin)
    own.channel.unref()
  }
}
