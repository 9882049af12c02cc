import { join } from 'node:path'
import autocannon from 'autocannon'
import { createTestDatabase } from '../lib/db/testing/test-database.ts'
import { LONG_SESSION, seedInterfaces } from './interfaces/seed.ts'
import { median } from './measure.ts'
import type { Result } from './result.ts'
import { buildThroughline } from './stream/builds.ts'
import { OTHER_CORE, pinSelf, startPinned } from './stream/pinned-process.ts'
import { startThroughline } from './stream/servers.ts'
import { quantile } from './stream/trial.ts'
import { milliseconds, number } from './table.ts'

const CLIENTS = [1, 10, 100]
const REQUESTS = 600
const WARM_UPS = 200
const ROUNDS = 3

const SMALL = { sessions: 100, messages: 100 }
const LARGE = { sessions: 100_000, messages: 100_000 }
const LOOKS = 200
const LOOK_ROUNDS = 7

/** One kind of request, sent again and again. */
type Call = {
  name: string
  url: string
  path: string
  /** null: a GET. `n` is another number every time. */
  body: ((n: number) => object) | null
}

/** Of one load: answers a second, and milliseconds to an answer. */
type Load = { perSecond: number; p50: number; p99: number }

let sent = 0

/**
 * So many clients, each of which asks again when it was answered. By the times of the answers: what loads looks at its
 * clock once a second. Throws where an answer is no 200.
 */
async function load(call: Call, clients: number, requests: number): Promise<Load> {
  const { name, url, path, body } = call
  const loading = autocannon({
    url,
    connections: clients,
    amount: requests,
    timeout: 60,
    requests: [
      {
        method: body ? 'POST' : 'GET',
        path,
        headers: { 'content-type': 'application/json' },
        setupRequest: (request: object) =>
          body ? { ...request, body: JSON.stringify(body(sent++)) } : request,
      },
    ],
  })
  const times: number[] = []
  loading.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => times.push(ms))
  const result = await loading
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] < requests)
    throw new Error(`${name}: ${result['2xx']} of ${requests} were answered, ${result.non2xx} with an error.`)
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
  return { perSecond: (1_000 * clients) / mean, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

type Stopping = <T>(thing: T, stop: () => Promise<void>) => T

/** What programs ask of Throughline, beside the same asked of the model's server directly. */
export default async function interfaces(): Promise<Result[]> {
  buildThroughline()
  pinSelf(OTHER_CORE)
  const stops: (() => Promise<void>)[] = []
  const stopping: Stopping = (thing, stop) => {
    stops.unshift(stop)
    return thing
  }
  try {
    const upstream = await startPinned({
      core: OTHER_CORE,
      args: [join(import.meta.dirname, 'interfaces', 'upstream.ts')],
    })
    stopping(upstream, upstream.stop)
    const start = async (size: typeof SMALL) => {
      const database = await createTestDatabase('sqlite', '')
      stopping(database, database.remove)
      await seedInterfaces(database.url, size)
      const server = await startThroughline(upstream.url, database.url, [])
      return stopping(server, server.process.stop).process.url
    }
    const [small, large] = [await start(SMALL), await start(LARGE)]
    return [...(await asking(upstream.url, small)), ...(await looking(small, large))]
  } finally {
    for (const stop of stops) await stop()
    pinSelf(null)
  }
}

async function asking(upstream: string, url: string): Promise<Result[]> {
  const completion = (n: number) => ({
    model: 'fake',
    messages: [{ role: 'user', content: `Question ${n}?` }],
  })
  const direct: Call = { name: 'direct', url: upstream, path: '/v1/chat/completions', body: completion }
  const calls: Call[] = [
    direct,
    { name: '/v1/chat/completions', url, path: '/v1/chat/completions', body: completion },
    { name: '/ask', url, path: '/ask', body: (n) => ({ query: `Question ${n}?` }) },
    { name: '/ask from the cache', url, path: '/ask', body: () => ({ query: 'What is always the same?' }) },
  ]
  for (const call of calls) await load(call, 10, WARM_UPS)
  const results: Result[] = []
  for (const clients of CLIENTS) {
    const loads = await inTurns(calls, clients)
    const rate = (name: string) => loads.get(name)?.perSecond ?? Number.NaN
    for (const { name } of calls)
      results.push({
        row: '–',
        work: `${name}, ${clients} ${clients === 1 ? 'client' : 'clients'}: answers a second, direct ÷ this`,
        medians: [told(loads.get(name))],
        ratio: rate(direct.name) / rate(name),
        floor: null,
        aim: null,
      })
  }
  return results
}

/** Each round begins with another call. */
async function inTurns(calls: readonly Call[], clients: number): Promise<Map<string, Load>> {
  const loads = new Map<string, Load[]>(calls.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const index of calls.keys()) {
      const call = calls[(index + round) % calls.length]
      if (call) loads.get(call.name)?.push(await load(call, clients, REQUESTS))
    }
  }
  return new Map([...loads].map(([name, each]) => [name, middle(each)]))
}

const middle = (loads: readonly Load[]): Load => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
})

const told = (each: Load | undefined): string =>
  each
    ? `${number(Math.round(each.perSecond))} a second, p50 ${milliseconds(each.p50)}, p99 ${milliseconds(each.p99)}`
    : ''

async function looking(small: string, large: string): Promise<Result[]> {
  const list = { path: '/list_sessions', body: null }
  const history = { path: '/get_history', body: () => ({ session_id: LONG_SESSION }) }
  return [
    await growth('/list_sessions with 100,000 sessions ÷ 100', { ...list, small, large }),
    await growth('/get_history with 100,000 messages ÷ 100', { ...history, small, large }),
  ]
}

async function growth(
  work: string,
  { path, body, small, large }: Pick<Call, 'path' | 'body'> & { small: string; large: string },
): Promise<Result> {
  const times = { small: [] as number[], large: [] as number[] }
  const look = async (name: keyof typeof times, url: string) => {
    const { perSecond } = await load({ name: work, url, path, body }, 1, LOOKS)
    times[name].push(1_000 / perSecond)
  }
  await load({ name: work, url: small, path, body }, 1, WARM_UPS)
  await load({ name: work, url: large, path, body }, 1, WARM_UPS)
  for (let round = 0; round < LOOK_ROUNDS; round++) {
    await look('small', small)
    await look('large', large)
  }
  const ms = { small: median(times.small), large: median(times.large) }
  return {
    row: '–',
    work,
    medians: [`100,000: ${milliseconds(ms.large)}`, `100: ${milliseconds(ms.small)}`],
    ratio: ms.large / ms.small,
    floor: { atMost: 2 },
    aim: { atMost: 1 },
  }
}
