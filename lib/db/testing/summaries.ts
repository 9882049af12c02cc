import { randomUUID } from 'node:crypto'
import type { NewSummary } from '../../ports/summaries.ts'
import type { Database } from '../client.ts'
import type { Summary } from '../generated/sqlite/client.ts'
import { toJson } from '../to-json.ts'
import { at, OWNER } from './turns.ts'

/**
 * What a model made of a session's first exchange, before there was any other version; of another range, that it told
 * all that it does not omit.
 */
export function newSummary(change: Partial<NewSummary> = {}): NewSummary {
  const summary = {
    id: randomUUID(),
    after: null,
    fromSeq: 0,
    toSeq: 1,
    base: null,
    text: 'They spoke.',
    tokens: { cl100k: 3, o200k: 4 },
    model: 'builtin',
    asked: false,
    omitted: [],
    now: at(5),
    ...change,
  }
  const told = toldBy(summary)
  return { told, messageCount: told.length, ...summary }
}

function toldBy({ fromSeq, toSeq, omitted }: Pick<NewSummary, 'fromSeq' | 'toSeq' | 'omitted'>): number[] {
  const seqs = Array.from({ length: toSeq - fromSeq + 1 }, (_, place) => fromSeq + place)
  return seqs.filter((seq) => !omitted.some((range) => range.fromSeq <= seq && seq <= range.toSeq))
}

type Stored = Partial<Omit<NewSummary, 'after' | 'base' | 'told'>> &
  Partial<Pick<Summary, 'owner' | 'version' | 'author' | 'basedOn' | 'usable'>> & { conflicts?: number[] }

/** Puts a version there as it is given, whatever it rests on; says its id. */
export async function storeSummary(
  { database }: { database: Database },
  sessionId: string,
  { conflicts = [], ...stored }: Stored = {},
): Promise<string> {
  const { after: _, base: __, told: ___, now, tokens, omitted, ...summary } = newSummary(stored)
  const row = await database.write((tx) =>
    tx.summary.create({
      data: {
        owner: OWNER,
        version: 1,
        author: 'model',
        ...stored,
        ...summary,
        sessionId,
        tokensCl100k: tokens.cl100k,
        tokensO200k: tokens.o200k,
        omitted: toJson(omitted),
        conflicts,
        usable: stored.usable ?? conflicts.length === 0,
        createdAt: now,
      },
    }),
  )
  return row.id
}
