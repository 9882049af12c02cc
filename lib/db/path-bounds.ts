import type { Encoding, PreviousPlan } from '../memory/index.ts'
import type { Omitted, StoredSummary } from '../memory/stored-summary.ts'
import type { PathBounds } from '../ports/messages.ts'
import type { Database } from './client.ts'
import type { Dialect } from './database-url.ts'
import { summaryJobKey } from './enqueue-summary.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { tokenColumn } from './token-column.ts'
import { sessionNotFound } from './visible.ts'

/** SQLite's aggregates come as bigints, those of Postgres as numbers. */
type Seq = number | bigint | null
type Found = {
  firstSeq: Seq
  dividerSeq: Seq
  clearedBefore: number | bigint
  hasPinned: boolean | bigint
  previous: string | null
  summaries: string | null
  summaryFailure: string | null
}

/** Answers, the newest ones. Where none of them has a map, as after an import, there is no decision to hold to. */
const LOOKED_THROUGH = 10

/**
 * Versions of a summary. Going back to an earlier one makes a new one: only a path that is left needs more than the
 * newest.
 */
const SUMMARIES = 32

/** See `Messages.bounds`. */
export async function pathBounds(
  { dialect, read }: Database,
  owner: string,
  sessionId: string,
  encoding: Encoding,
): Promise<PathBounds> {
  // Its lists are as long as what was sent, and nobody asks for them here.
  const withoutLists =
    dialect === 'sqlite'
      ? Prisma.sql`json_remove(c.map, '$.segments', '$.leftOut')`
      : Prisma.sql`CAST(c.map - 'segments' - 'leftOut' AS TEXT)`
  const shown = Prisma.sql`m."sessionId" = s.id AND m."onPath" = true AND m.seq >= s."clearedBefore"`
  const divider = Prisma.sql`(SELECT MAX(m.seq) FROM "Message" m WHERE ${shown} AND m.kind = 'divider')`
  const [found] = await read(
    (db) => db.$queryRaw<Found[]>`
      SELECT
        (SELECT MIN(m.seq) FROM "Message" m WHERE ${shown} AND m.kind = 'message') AS "firstSeq",
        ${divider} AS "dividerSeq",
        s."clearedBefore",
        EXISTS (SELECT 1 FROM "Message" m WHERE m."sessionId" = s.id AND m.pinned = true) AS "hasPinned",
        (SELECT ${withoutLists} FROM (
            SELECT m.id, m.seq FROM "Message" m WHERE ${shown} AND m.kind = 'message' AND m.role = 'assistant'
            ORDER BY m.seq DESC LIMIT ${LOOKED_THROUGH}
          ) newest JOIN "ContextMap" c ON c."messageId" = newest.id
          ORDER BY newest.seq DESC LIMIT 1) AS previous,
        (SELECT ${summariesAsJson(dialect, encoding)} FROM (
            SELECT v.* FROM "Summary" v
            WHERE v."sessionId" = s.id AND v."fromSeq" = COALESCE(${divider} + 1, s."clearedBefore") AND v.usable = true
              AND EXISTS (SELECT 1 FROM "Message" m WHERE ${shown} AND m.kind = 'message' AND m.seq = v."toSeq")
            ORDER BY v.version DESC LIMIT ${SUMMARIES}
          ) v) AS summaries,
        (SELECT j.error FROM "Job" j WHERE j.key = ${summaryJobKey(sessionId)}) AS "summaryFailure"
      FROM "Session" s WHERE s.id = ${sessionId} AND s.owner = ${owner} AND s."deletedAt" IS NULL`,
  )
  if (!found) throw sessionNotFound()
  const dividerSeq = toNumber(found.dividerSeq)
  const summaries: SummaryRow[] = JSON.parse(found.summaries ?? '[]')
  return {
    firstSeq: toNumber(found.firstSeq),
    dividerSeq,
    hasPinned: Boolean(found.hasPinned),
    floorSeq: dividerSeq === null ? Number(found.clearedBefore) : dividerSeq + 1,
    summaries: summaries.map(toSummary),
    summaryFailure: found.summaryFailure,
    previous: found.previous === null ? null : toPrevious(JSON.parse(found.previous)),
  }
}

/** As one text, as the rows of the tail come, and without the summaries' own. */
function summariesAsJson(dialect: Dialect, encoding: Encoding): Prisma.Sql {
  const tokens = tokenColumn('v', encoding)
  const columns = Prisma.sql`v.id, v.version, v."fromSeq", v."toSeq", ${tokens}, v.asked`
  return dialect === 'sqlite'
    ? Prisma.sql`json_group_array(json_array(${columns}, json(v.omitted)) ORDER BY v.version DESC)`
    : Prisma.sql`CAST(json_agg(json_build_array(${columns}, v.omitted) ORDER BY v.version DESC) AS TEXT)`
}

/** SQLite's booleans are numbers. */
type SummaryRow = [
  id: string,
  version: number,
  fromSeq: number,
  toSeq: number,
  tokens: number,
  asked: boolean | 0 | 1,
  omitted: Omitted[],
]

const toSummary = ([id, version, fromSeq, toSeq, tokens, asked, omitted]: SummaryRow): StoredSummary => ({
  id,
  version,
  fromSeq,
  toSeq,
  tokens,
  asked: Boolean(asked),
  omitted,
})

const toNumber = (seq: Seq): number | null => (seq === null ? null : Number(seq))

/** Maps from before there were two marks hold no trim: theirs is made anew. */
const toPrevious = ({
  settings,
  limit,
  encoding,
  trimmed = null,
  summary = null,
  recall = null,
}: PreviousPlan): PreviousPlan => ({ settings, limit, encoding, trimmed, summary, recall })
