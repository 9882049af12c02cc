import { type AppServer, startApp } from './app-server.ts'
import { roundRobin } from './round-robin.ts'

/** The application at one address: one server, or several on one database. */
export type App = Pick<AppServer, 'url' | 'output' | 'stop'> & {
  /** What stands behind the address, each reachable by its own. */
  servers: readonly AppServer[]
}

/** Starts `count` servers with the same environment; where there are several, each request goes to the next one. */
export async function startServers(count: number, env: Record<string, string>): Promise<App> {
  const first = await startApp(env)
  const others = await Promise.all(Array.from({ length: count - 1 }, () => startApp(env)))
  if (others.length === 0) return { ...first, servers: [first] }

  const servers = [first, ...others]
  const front = await roundRobin([first.url, ...others.map(({ url }) => url)])
  return {
    url: front.url,
    servers,
    output: () => servers.map((server) => server.output()).join(''),
    async stop(signal) {
      const codes = await Promise.all(servers.map((server) => server.stop(signal)))
      await front.close()
      const [worst = 0] = codes.filter((code) => code !== 0)
      return worst
    },
  }
}
