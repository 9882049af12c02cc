import { type Database, openDatabase } from '../lib/db/client.ts'
import { createMessages } from '../lib/db/messages.ts'
import { createTestDatabase } from '../lib/db/testing/test-database.ts'
import { type PlanFrame, plan, readBack } from '../lib/memory/index.ts'
import { LIMITS } from '../lib/memory/testing/stored-rows.ts'
import { countTokens } from '../lib/tokens/index.ts'
import { chatText } from './chat-text.ts'
import { measure } from './measure.ts'
import { createRandom } from './random.ts'
import type { Result } from './result.ts'
import { milliseconds, number } from './table.ts'

const OWNER = 'owner'
const LENGTHS = [100, 1_000, 10_000, 100_000]
const FRAME: Omit<PlanFrame, 'firstSeq' | 'dividerSeq' | 'previous' | 'pinned'> = {
  settings: { maxExchanges: null, maxTokens: 8_000, useSummary: true },
  limits: LIMITS,
  instructions: null,
}

/** The window of a turn as the application makes it, out of SQLite, beside the one query that it cannot do without. */
export default async function windowFromDatabase(): Promise<Result[]> {
  const made = await createTestDatabase('sqlite', '')
  const database = await openDatabase(made.url)
  try {
    const results: Result[] = []
    const times = new Map<number, Times>()
    for (const n of LENGTHS) {
      await fill(database, n)
      const ms = await compare(database, n)
      times.set(n, ms)
      results.push(...ratios(n, ms))
    }
    for (const [work, of] of [
      ['window from the database', 'window'],
      ['all that a turn looks up', 'turn'],
    ] as const) {
      const [at1k, at100k] = [times.get(1_000)?.[of] ?? Number.NaN, times.get(100_000)?.[of] ?? Number.NaN]
      results.push({
        row: '1b',
        work: `${work}, 100,000 messages ÷ 1,000`,
        medians: [`100,000: ${milliseconds(at100k)}`, `1,000: ${milliseconds(at1k)}`],
        ratio: at100k / at1k,
        floor: { atMost: 1.2 },
        aim: { atMost: 1 },
      })
    }
    return results
  } finally {
    await database.close()
    await made.remove()
  }
}

type Times = { query: number; window: number; turn: number }

async function compare(database: Database, n: number): Promise<Times> {
  const messages = createMessages(database)
  const sessionId = sessionOf(n)
  const options = { fromSeq: 0, encoding: 'o200k_base' } as const
  const page = (beforeSeq: number, take: number) =>
    messages.readBack(OWNER, sessionId, { ...options, beforeSeq, take })
  /** As `planTurn` looks it up. */
  const lookUp = async (): Promise<PlanFrame> => {
    const { hasPinned, ...path } = await messages.bounds(OWNER, sessionId)
    const pinned = hasPinned ? await messages.pinned(OWNER, sessionId, { ...options, beforeSeq: n - 1 }) : []
    return { ...FRAME, ...path, pinned }
  }
  const frame = await lookUp()
  const read = await readBack(page, frame, { beforeSeq: n })

  const window = async (frame: PlanFrame) => {
    const rows = await readBack(page, frame, { beforeSeq: n })
    return plan({ ...frame, rows })
  }
  return measure<keyof Times>(
    {
      query: () => queryAlone(database, sessionId, n, read.length),
      window: () => window(frame),
      turn: async () => window(await lookUp()),
    },
    { rounds: 201, warmUps: 40 },
  )
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

function ratios(n: number, ms: Times): Result[] {
  const alone = `query alone ${milliseconds(ms.query)}`
  return [
    {
      row: '1b',
      work: `window of 8,000 tokens out of ${number(n)} messages in SQLite ÷ the same Prisma query alone`,
      medians: [`window ${milliseconds(ms.window)}`, alone],
      ratio: ms.window / ms.query,
      floor: { atMost: 2 },
      aim: { atMost: 1.3 },
    },
    {
      row: '1b',
      work: 'the same with the look-up of the session, its first message, divider and last decision, and of a pinned exchange',
      medians: [`window ${milliseconds(ms.turn)}`, alone],
      ratio: ms.turn / ms.query,
      floor: null,
      aim: null,
    },
  ]
}

const sessionOf = (n: number): string => `session-${n}`

/** A session of questions and answers in turn, ended by a question. */
async function fill(database: Database, length: number): Promise<void> {
  const sessionId = sessionOf(length)
  const text = chatText(200_000)
  const { below, pick } = createRandom(3)
  const pieces = (least: number, more: number) =>
    Array.from({ length: 500 }, () => {
      const from = below(text.length - least - more)
      const piece = text.slice(from, from + least + below(more)).trim()
      return { text: piece, tokensO200k: countTokens(piece, 'o200k_base'), tokensCl100k: 0 }
    })
  const [questions, answers] = [pieces(20, 200), pieces(100, 1_500)]
  const now = new Date()
  await database.write(async (tx) => {
    await tx.session.create({
      data: {
        id: sessionId,
        owner: OWNER,
        title: 'Bench',
        nextSeq: length,
        createdAt: now,
        lastActiveAt: now,
      },
    })
    const rows = Array.from({ length }, (_, seq) => {
      const asks = (length - seq) % 2 === 1
      return {
        id: `${sessionId}-${seq}`,
        owner: OWNER,
        sessionId,
        seq,
        role: asks ? ('user' as const) : ('assistant' as const),
        parts: [],
        // One exchange far up.
        pinned: seq === 1 || seq === 2,
        ...pick(asks ? questions : answers),
        createdAt: now,
      }
    })
    for (let from = 0; from < length; from += 5_000)
      await tx.message.createMany({ data: rows.slice(from, from + 5_000) })
  })
}
