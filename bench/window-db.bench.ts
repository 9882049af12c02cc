import { type DecideDeps, decideTurn, type PlannedTurn } from '../lib/chat/decide-turn.ts'
import { planDraft } from '../lib/chat/plan-draft.ts'
import { type Database, openDatabase } from '../lib/db/client.ts'
import { createRepositories, type Repositories } from '../lib/db/repositories.ts'
import { createTestDatabase } from '../lib/db/testing/test-database.ts'
import { LIMITS } from '../lib/memory/testing/stored-rows.ts'
import type { StoredMessage } from '../lib/memory/types.ts'
import type { ChatModel } from '../lib/ports/chat-models.ts'
import type { SessionMemory } from '../lib/schemas/memory-settings.ts'
import { createTokenCounter } from '../lib/tokens/token-counter.ts'
import { measure } from './measure.ts'
import type { Result } from './result.ts'
import { milliseconds, number } from './table.ts'
import { busyTurn, owedTurn } from './window/busy-turn.ts'
import { chatRows } from './window/chat-rows.ts'
import { OWNER, storeTurn } from './window/stored-turn.ts'

const LENGTHS = [100, 1_000, 10_000, 100_000]
const DRAFT = 'And what should I do about the garden fence first, before the rain comes on Thursday?'
const ROUNDS = { rounds: 31, warmUps: 8 }

/**
 * A turn and a draft as the application plans them, out of SQLite, beside the one query that they cannot do without.
 */
export default async function windowFromDatabase(): Promise<Result[]> {
  const made = await createTestDatabase('sqlite', '')
  const database = await openDatabase(made.url)
  const tokens = createTokenCounter()
  try {
    const path = chatRows(Math.max(...LENGTHS))
    const stored = { database, tokens, ...createRepositories(database, { tokens }) }
    for (const n of LENGTHS) await fill(database, n, path)
    return [...(await turnResults(stored)), ...(await draftResults(stored))]
  } finally {
    await tokens.close()
    await database.close()
    await made.remove()
  }
}

type Stored = Repositories & { database: Database; tokens: ReturnType<typeof createTokenCounter> }

const told = (n: number): string => `told-${n}`
const untold = (n: number): string => `untold-${n}`

/** The same path twice: with a summary in force, and with none. Seqs begin with 0 in both. */
async function fill(database: Database, n: number, path: readonly StoredMessage[]): Promise<void> {
  const rows = path.slice(-n).map((row, seq) => ({ ...row, id: `message-${seq}`, seq }))
  const turn = busyTurn(rows)
  await storeTurn(database, told(n), turn)
  await storeTurn(database, untold(n), owedTurn(turn))
}

const modelOf = (window: number): ChatModel => ({
  info: { id: 'openai/bench', name: 'bench', provider: 'openai', limits: { ...LIMITS, window }, note: null },
  stream: () => {
    throw new Error('No plan calls a model.')
  },
})

type TurnCase = 'query' | 'window' | 'turn'
type DraftCase = keyof typeof DRAFTS
/** All lengths are measured in the same rounds, so that they can be compared. */
type At<Name extends string> = `${Name} ${number}`

async function turnResults(stored: Stored): Promise<Result[]> {
  const cases: Record<At<TurnCase>, () => unknown> = {}
  for (const n of LENGTHS) Object.assign(cases, await turnCases(stored, n))
  const ms = await measure<At<TurnCase>>(cases, ROUNDS)
  return [
    ...LENGTHS.flatMap((n) => ratios(n, ms)),
    growth('window from the database', 'window', ms),
    growth('all that a turn looks up', 'turn', ms),
  ]
}

async function turnCases(stored: Stored, n: number): Promise<Record<At<TurnCase>, () => unknown>> {
  const { database, messages, sessions, settings, tokens } = stored
  const sessionId = told(n)
  const [session, own] = await Promise.all([sessions.get(OWNER, sessionId), settings.get(OWNER)])
  const turn: PlannedTurn = {
    owner: OWNER,
    session,
    settings: own,
    memory: own.memory,
    model: modelOf(LIMITS.window).info,
    newest: { questionSeq: n - 1, answerSeq: n },
  }
  const bounds = await messages.bounds(OWNER, sessionId, LIMITS.encoding)
  const pinned = await messages.pinned(OWNER, sessionId, {
    fromSeq: bounds.floorSeq,
    beforeSeq: n - 1,
    encoding: LIMITS.encoding,
  })
  let read = 0
  const counting: DecideDeps['messages'] = {
    ...messages,
    async readBack(owner, id, page) {
      const rows = await messages.readBack(owner, id, page)
      read += rows.length
      return rows
    },
  }
  const { map } = await decideTurn({ messages: counting, tokens }, turn)
  if (map.summary === null || map.owed !== null) throw new Error('The summary was to be in force.')

  const known: DecideDeps['messages'] = {
    ...messages,
    bounds: async () => bounds,
    pinned: async () => pinned,
  }
  return {
    [`query ${n}`]: () => queryAlone(database, sessionId, n, read),
    [`window ${n}`]: () => decideTurn({ messages: known, tokens }, turn),
    [`turn ${n}`]: () => decideTurn({ messages, tokens }, turn),
  }
}

/** As many rows as the window took, the newest first, in one query of Prisma's. */
const queryAlone = (database: Database, sessionId: string, beforeSeq: number, take: number) =>
  database.read((db) =>
    db.message.findMany({
      where: {
        sessionId,
        owner: OWNER,
        onPath: true,
        kind: 'message',
        status: { not: 'streaming' },
        seq: { gte: 0, lt: beforeSeq },
      },
      orderBy: { seq: 'desc' },
      take,
      select: {
        id: true,
        seq: true,
        role: true,
        text: true,
        tokensO200k: true,
        pinned: true,
        excluded: true,
        status: true,
      },
    }),
  )

function ratios(n: number, ms: Record<At<TurnCase>, number>): Result[] {
  const [query, window, turn] = [at(ms, 'query', n), at(ms, 'window', n), at(ms, 'turn', n)]
  const alone = `query alone ${milliseconds(query)}`
  return [
    {
      row: '1b',
      work: `window of 8,000 tokens behind a summary, of ${number(n)} messages in SQLite ÷ the same Prisma query alone`,
      medians: [`window ${milliseconds(window)}`, alone],
      ratio: window / query,
      floor: { atMost: 2 },
      aim: { atMost: 1.3 },
    },
    {
      row: '1b',
      work: 'the same with the look-ups of where the path begins, its last decision, its summaries and what is pinned',
      medians: [`turn ${milliseconds(turn)}`, alone],
      ratio: turn / query,
      floor: null,
      aim: null,
    },
  ]
}

function growth(work: string, of: 'window' | 'turn', ms: Record<At<TurnCase>, number>): Result {
  const [long, short] = [at(ms, of, 100_000), at(ms, of, 1_000)]
  return {
    row: '1b',
    work: `${work}, 100,000 messages ÷ 1,000`,
    medians: [`100,000: ${milliseconds(long)}`, `1,000: ${milliseconds(short)}`],
    ratio: long / short,
    floor: { atMost: 1.2 },
    aim: { atMost: 1 },
  }
}

/**
 * `window`: of the model. Where a summary is owed, all that it holds is sent as it is: of 100 messages, that is all of
 * them.
 */
const DRAFTS = {
  'with a summary in force': { session: told, memory: null, window: LIMITS.window, floor: 2 },
  'without a summary': { session: told, memory: { useSummary: false }, window: LIMITS.window, floor: 2 },
  'with a summary owed, for a model of 16,000 tokens': {
    session: untold,
    memory: null,
    window: 16_000,
    floor: 2,
  },
  'with a summary owed, for a model of 128,000': {
    session: untold,
    memory: null,
    window: LIMITS.window,
    floor: null,
  },
} satisfies Record<string, Draft>

type Draft = {
  session: (n: number) => string
  memory: SessionMemory | null
  window: number
  floor: number | null
}

async function draftResults(stored: Stored): Promise<Result[]> {
  const names = Object.keys(DRAFTS) as DraftCase[]
  const cases: Record<At<DraftCase>, () => unknown> = {}
  for (const n of LENGTHS) {
    for (const name of names) cases[`${name} ${n}`] = () => planOf(stored, DRAFTS[name], n)
  }
  const ms = await measure<At<DraftCase>>(cases, ROUNDS)
  return Promise.all(names.map((name) => draftResult(stored, name, ms)))
}

function planOf(stored: Stored, { session, memory, window }: Draft, n: number) {
  const models = { resolve: async () => modelOf(window) }
  const request = { sessionId: session(n), draft: DRAFT, model: null, memory }
  return planDraft({ ...stored, models }, OWNER, request)
}

async function draftResult(
  stored: Stored,
  name: DraftCase,
  ms: Record<At<DraftCase>, number>,
): Promise<Result> {
  const { floor } = DRAFTS[name]
  const medians = LENGTHS.map(async (n) => {
    const { segments } = (await planOf(stored, DRAFTS[name], n)).map
    return `${number(n)}: ${milliseconds(at(ms, name, n))}, ${segments.length} segments`
  })
  return {
    row: '1b',
    work: `plan for a draft ${name}, 100,000 messages ÷ 100`,
    medians: await Promise.all(medians),
    ratio: at(ms, name, 100_000) / at(ms, name, 100),
    floor: floor === null ? null : { atMost: floor },
    aim: floor === null ? null : { atMost: 1.2 },
  }
}

function at(ms: Record<string, number>, name: TurnCase | DraftCase, n: number): number {
  return ms[`${name} ${n}`] ?? Number.NaN
}
