import { join } from 'node:path'
import { startPostgres } from '../lib/db/testing/postgres-server.ts'
import { createTestDatabase } from '../lib/db/testing/test-database.ts'
import { median } from './measure.ts'
import type { Result } from './result.ts'
import { buildDocumented, buildThroughline } from './stream/builds.ts'
import { conversation, seedSessions } from './stream/history.ts'
import { load, readAnswer, type Target } from './stream/load.ts'
import { OTHER_CORE, pinSelf, startPinned } from './stream/pinned-process.ts'
import { historyResult, rowsOf, type Single, singleResult, trialResults } from './stream/results.ts'
import {
  inSessions,
  SERVERS,
  type Server,
  type ServerName,
  startBareProxy,
  startDocumented,
  startThroughline,
} from './stream/servers.ts'
import { assertWhole, runTrial, type Trial, together } from './stream/trial.ts'

type Servers = Record<ServerName, Server>

const SESSIONS = Array.from({ length: 400 }, (_, n) => `session-${n}`)
const HISTORY = conversation(10)
/** Some, so that what is asked in one does not shorten its window by much. */
const LONG_SESSIONS = Array.from({ length: 12 }, (_, n) => `long-${n}`)
const LONG_HISTORY = conversation(10_000)

const ROUNDS_OF_ONE = 60
const TOKENS_OF_ONE = 5
const TRIALS: readonly { streams: number; rounds: number }[] = [
  { streams: 1, rounds: 1 },
  { streams: 50, rounds: 2 },
  { streams: 200, rounds: 2 },
]

/** Answers as they stream, through a bare proxy, through Next and the AI SDK as documented, and through Throughline. */
export default async function streaming(): Promise<Result[]> {
  buildThroughline()
  const documented = buildDocumented()
  pinSelf(OTHER_CORE)
  const stops: (() => Promise<void>)[] = []
  const stopping = <T>(thing: T, stop: () => Promise<void>): T => {
    stops.unshift(stop)
    return thing
  }
  try {
    const servers = await start(documented.folder, stopping)
    for (const server of Object.values(servers)) await warmUp(server)

    const single = await oneByOne(servers)
    const results = [singleResult(single), historyResult(single)]
    const trials = new Map<number, Record<ServerName, Trial>>()
    for (const { streams, rounds } of TRIALS) trials.set(streams, await inTurns(servers, streams, rounds))
    return [...results, ...trialResults(trials), ...rowsOf(trials)]
  } finally {
    for (const stop of stops) await stop()
    pinSelf(null)
    documented.remove()
  }
}

async function start(
  documented: string,
  stopping: <T>(thing: T, stop: () => Promise<void>) => T,
): Promise<Servers> {
  const upstream = await startPinned({
    core: OTHER_CORE,
    args: [join(import.meta.dirname, 'stream', 'upstream.ts')],
  })
  stopping(upstream, upstream.stop)
  const postgres = await startPostgres(process.env)
  stopping(postgres, postgres.stop)
  const started = async (starting: Promise<Server>) => {
    const server = await starting
    return stopping(server, server.process.stop)
  }
  const throughline = async (dialect: 'sqlite' | 'postgres') => {
    const database = await createTestDatabase(dialect, postgres.url)
    stopping(database, database.remove)
    await seedSessions(database.url, SESSIONS, HISTORY)
    if (dialect === 'sqlite') await seedSessions(database.url, LONG_SESSIONS, LONG_HISTORY)
    return started(startThroughline(upstream.url, database.url, SESSIONS))
  }
  return {
    bare: await started(startBareProxy(upstream.url, HISTORY)),
    documented: await started(startDocumented(documented, upstream.url, HISTORY)),
    sqlite: await throughline('sqlite'),
    postgres: await throughline('postgres'),
  }
}

/** Until the compiler has seen what it will see: short answers for what begins and ends one, long ones for the rest. */
async function warmUp({ target }: Server): Promise<void> {
  for (const [streams, tokens] of [
    [100, 5],
    [50, 100],
  ] as const)
    assertWhole(await load(target, { streams, tokens, apartMs: 20 }), tokens)
}

/** The median of the first token where one reader is alone, in milliseconds. Each round begins with another server. */
async function oneByOne(servers: Servers): Promise<Single> {
  const { bare, documented, sqlite, postgres } = servers
  const targets: [keyof Single, Target][] = [
    ['bare', bare.target],
    ['documented', documented.target],
    ['sqlite', sqlite.target],
    ['postgres', postgres.target],
    ['long', inSessions(sqlite.target, LONG_SESSIONS)],
  ]
  const times = { bare: [], documented: [], sqlite: [], postgres: [], long: [] } as Record<
    keyof Single,
    number[]
  >
  for (let round = 0; round < ROUNDS_OF_ONE; round++) {
    for (const index of targets.keys()) {
      const [name, target] = targets[(index + round) % targets.length] ?? ['bare', bare.target]
      const answer = await readAnswer(target, TOKENS_OF_ONE)
      assertWhole([answer], TOKENS_OF_ONE)
      times[name].push(answer.firstToken)
    }
  }
  const medians = targets.map(([name]) => [name, median(times[name])])
  return Object.fromEntries(medians) as Single
}

async function inTurns(servers: Servers, streams: number, rounds: number) {
  const trials: Record<ServerName, Trial[]> = { bare: [], documented: [], sqlite: [], postgres: [] }
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? SERVERS : SERVERS.toReversed()
    for (const name of order) trials[name].push(await runTrial(servers[name], streams))
  }
  const all = SERVERS.map((name) => [name, together(trials[name])])
  return Object.fromEntries(all) as Record<ServerName, Trial>
}
