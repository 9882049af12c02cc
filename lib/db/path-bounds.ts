import type { Encoding, PreviousPlan } from '../memory/index.ts'
import type { PathBounds } from '../ports/messages.ts'
import type { Database } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { sessionNotFound } from './visible.ts'

/** SQLite's aggregates come as bigints, those of Postgres as numbers. */
type Seq = number | bigint | null
type Found = { firstSeq: Seq; dividerSeq: Seq; hasPinned: boolean | bigint; previous: string | null }

/** Messages, the newest ones. Where none of them has a map, as after an import, there is no decision to hold to. */
const LOOKED_THROUGH = 20

/** See `Messages.bounds`. */
export async function pathBounds(
  { dialect, read }: Database,
  owner: string,
  sessionId: string,
  _encoding: Encoding,
): Promise<PathBounds> {
  // Its lists are as long as what was sent, and nobody asks for them here.
  const withoutLists =
    dialect === 'sqlite'
      ? Prisma.sql`json_remove(c.map, '$.segments', '$.leftOut')`
      : Prisma.sql`CAST(c.map - 'segments' - 'leftOut' AS TEXT)`
  const shown = Prisma.sql`m."sessionId" = s.id AND m."onPath" = true AND m.seq >= s."clearedBefore"`
  const [found] = await read(
    (db) => db.$queryRaw<Found[]>`
      SELECT
        (SELECT MIN(m.seq) FROM "Message" m WHERE ${shown} AND m.kind = 'message') AS "firstSeq",
        (SELECT MAX(m.seq) FROM "Message" m WHERE ${shown} AND m.kind = 'divider') AS "dividerSeq",
        EXISTS (SELECT 1 FROM "Message" m WHERE m."sessionId" = s.id AND m.pinned = true) AS "hasPinned",
        (SELECT ${withoutLists} FROM (
            SELECT m.id, m.seq FROM "Message" m WHERE ${shown} AND m.kind = 'message'
            ORDER BY m.seq DESC LIMIT ${LOOKED_THROUGH}
          ) newest JOIN "ContextMap" c ON c."messageId" = newest.id
          ORDER BY newest.seq DESC LIMIT 1) AS previous
      FROM "Session" s WHERE s.id = ${sessionId} AND s.owner = ${owner} AND s."deletedAt" IS NULL`,
  )
  if (!found) throw sessionNotFound()
  return {
    firstSeq: toNumber(found.firstSeq),
    dividerSeq: toNumber(found.dividerSeq),
    hasPinned: Boolean(found.hasPinned),
    floorSeq: 0,
    summaries: [],
    summaryFailure: null,
    previous: found.previous === null ? null : toPrevious(JSON.parse(found.previous)),
  }
}

const toNumber = (seq: Seq): number | null => (seq === null ? null : Number(seq))

/** Maps from before there were two marks hold no trim: theirs is made anew. */
const toPrevious = ({
  settings,
  limit,
  encoding,
  trimmed = null,
  summary = null,
}: PreviousPlan): PreviousPlan => ({ settings, limit, encoding, trimmed, summary })
