import 'server-only'
import { build, type Container } from './container/build.ts'
import { readEnv } from './env.ts'
import { log } from './log.ts'

type Holder = { container: Promise<Container>; stop(): Promise<void>; close(): Promise<void> }

const KEY = Symbol.for('throughline.container')

/**
 * Everything the process shares, made once: the bundler gives pages, routes and instrumentation their own copies of
 * this module, so it lives on `globalThis`. A failed start is tried again by the next caller.
 */
export function getContainer(): Promise<Container> {
  const place = globalThis as { [KEY]?: Holder }
  if (!place[KEY]) {
    const container = build(readEnv())
    place[KEY] = {
      container,
      stop: async () => (await container).stop(),
      close: async () => (await container).close(),
    }
    container.catch(() => delete place[KEY])
  }
  return place[KEY].container
}

/** `getContainer` ahead of the first request. A failure is told in the log: the request that comes tries again. */
export async function warmUp(): Promise<void> {
  try {
    await getContainer()
  } catch (error) {
    log.error('The server could not be made ready; the next request tries again.', { error })
  }
}
