import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertRows } from '../db/insert-rows.ts'
import { createMessages } from '../db/messages.ts'
import { overheard, postgresRows, sqlitePlan } from '../db/testing/overheard.ts'
import { storeSummary } from '../db/testing/summaries.ts'
import { at, OWNER } from '../db/testing/turns.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { limitsOf, tokens } from '../models/testing/chat-models.ts'
import type { ModelInfo } from '../ports/chat-models.ts'
import { DEFAULT_SETTINGS } from '../schemas/settings.ts'
import { sampleMap } from '../schemas/testing/sample-views.ts'
import { decideTurn } from './decide-turn.ts'

const LIMITS = limitsOf('fake', {})
const MODEL: ModelInfo = { id: 'fake', name: 'fake', provider: 'compatible', limits: LIMITS, note: null }
const { memory } = DEFAULT_SETTINGS
const LENGTHS = [200, 4_000] as const
const TOKENS = 10
/** Messages behind the summary. */
const TAIL = 20
/** Of an exchange far above them. */
const PINNED = [10, 11]
/** Looked at by all queries together: the tail, what is pinned, and some twenty to find them by. */
const ROWS = TAIL + 2 * PINNED.length + 20

describe.each(DIALECTS)('the look-ups of a turn behind a summary on %s', (dialect) => {
  const db = useDatabase(dialect)

  /** A conversation that a summary tells but for its tail, as the turn before was decided. */
  async function longTalk(length: number) {
    const session = { id: randomUUID(), nextSeq: length, messageCount: length, tokenCount: TOKENS * length }
    const row = (seq: number) => ({
      id: `${session.id}-${seq}`,
      owner: OWNER,
      sessionId: session.id,
      seq,
      role: seq % 2 === 0 ? ('user' as const) : ('assistant' as const),
      parts: [],
      text: `What was said at ${seq}. `.repeat(20),
      tokensCl100k: TOKENS,
      tokensO200k: TOKENS,
      pinned: PINNED.includes(seq),
      createdAt: at(0),
    })
    await db.now.database.write(async (tx) => {
      await tx.session.create({
        data: { ...session, owner: OWNER, title: 'Long', createdAt: at(0), lastActiveAt: at(0) },
      })
      await insertRows(
        { tx, dialect },
        'Message',
        Array.from({ length }, (_, seq) => row(seq)),
      )
    })
    const toSeq = length - TAIL - 1
    const id = await storeSummary(db.now, session.id, {
      toSeq,
      omitted: [{ fromSeq: 10, toSeq: 11, reason: 'pinned' }],
    })
    const total = Math.min(memory.maxTokens ?? Infinity, LIMITS.window - LIMITS.answerReserve)
    const map = sampleMap({
      settings: memory,
      limit: {
        total,
        maxTokens: memory.maxTokens,
        window: LIMITS.window,
        answerReserve: LIMITS.answerReserve,
      },
      exact: false,
      summary: { id, version: 1, toSeq },
    })
    await db.now.database.write((tx) =>
      tx.contextMap.create({
        data: { messageId: row(length - 1).id, owner: OWNER, sessionId: session.id, map, createdAt: at(0) },
      }),
    )
    if (dialect === 'postgres') await db.now.database.write((tx) => tx.$executeRaw`ANALYZE`)
    return { ...session, instructions: null }
  }

  /** What is sent for a draft, and the queries that it takes to know. */
  async function decide(length: number) {
    const { database, sent: queries } = overheard(db.now.database)
    const { map } = await decideTurn(
      { messages: createMessages(database), tokens },
      {
        owner: OWNER,
        session: await longTalk(length),
        settings: DEFAULT_SETTINGS,
        memory,
        model: MODEL,
        newest: { draft: 'And now?', tokens: { cl100k: 2, o200k: 2 } },
      },
    )
    const messages = map.segments.filter(({ kind }) => kind === 'message')
    return { queries, summary: map.summary, messages: messages.length }
  }

  test('are three, whatever the length: the bounds, what is pinned, one page', async () => {
    for (const length of LENGTHS) {
      const { queries, summary, messages } = await decide(length)
      expect(summary?.toSeq).toBe(length - TAIL - 1)
      expect(messages).toBe(PINNED.length + TAIL + 1)
      expect(queries).toHaveLength(3)
    }
  })

  test.runIf(dialect === 'sqlite')('go by an index, and a page by both of its bounds', async () => {
    const { queries } = await decide(LENGTHS[1])
    const plans = await Promise.all(queries.map((query) => sqlitePlan(db.now.database, query)))
    for (const plan of plans) {
      const made = plan.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(step)?.[1] ?? [])
      const scanned = plan.flatMap((step) => /^SCAN (\w+)/.exec(step)?.[1] ?? [])
      expect(made).toEqual(expect.arrayContaining(scanned))
    }
    const page = queries.findLastIndex(({ sql }) => sql.includes('m.seq <'))
    const byPath = 'SEARCH m USING INDEX Message_sessionId_onPath_kind_seq_idx'
    expect(plans[page]).toContain(`${byPath} (sessionId=? AND onPath=? AND kind=? AND seq>? AND seq<?)`)
    // A second one would be asked of every row from the first one on.
    expect(queries[page]?.sql.match(/m\.seq >/g)).toHaveLength(1)
  })

  test.runIf(dialect === 'postgres')(
    'look at what is sent and little more, whatever the length',
    async () => {
      for (const length of LENGTHS) {
        const { queries } = await decide(length)
        const rows: number[] = []
        for (const query of queries) rows.push(await postgresRows(db.now.database, query))
        expect(rows.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(ROWS)
      }
    },
  )
})
