import { type AppServer, startApp } from '../support/app-server.ts'

/** Servers on one database, each of which can be killed at any moment and is then started again. */
export type Fleet = {
  /** The address of the next one in turn, once it answers. */
  address(): Promise<string>
  allAnswer(): Promise<unknown>
  kill(index: number): void
  /** Kills all that run, and starts one. */
  startAfresh(): Promise<void>
  stop(): Promise<void>
}

export function createFleet(env: Record<string, string>, size: number): Fleet {
  let running: Promise<AppServer>[] = Array.from({ length: size }, () => startApp(env))
  let turn = 0

  const kill = async (server: Promise<AppServer> | undefined) => {
    await (await server)?.stop('SIGKILL')
  }
  return {
    async address() {
      const server = await running[turn++ % running.length]
      return server?.url ?? ''
    },
    allAnswer: () => Promise.all(running),
    kill(index) {
      running = running.with(
        index,
        kill(running[index]).then(() => startApp(env)),
      )
    },
    async startAfresh() {
      await Promise.all(running.map(kill))
      running = [startApp(env)]
    },
    async stop() {
      await Promise.all(running.map(async (server) => (await server).stop()))
    },
  }
}
