import type { SessionItem } from '../schemas/session.ts'
import type { Database, Reader } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import type { Place } from './session-cursor.ts'

type Wanted = {
  owner: string
  keys: readonly string[]
  source: SessionItem['source'] | null
  after: Place | null
  take: number
}

/**
 * The ids of the sessions whose title holds one of `keys`, texts folded by `titleKeys`, in the order of the list, as
 * `BY_PLACE` has it. Looked for by position: in the LIKE that Prisma writes, % and _ stand for anything.
 */
export async function idsByTitle(
  db: Reader,
  dialect: Database['dialect'],
  { owner, keys, source, after, take }: Wanted,
): Promise<string[]> {
  const position = Prisma.raw(dialect === 'sqlite' ? 'instr' : 'strpos')
  const behind = after
    ? Prisma.sql`AND "lastActiveAt" <= ${after.lastActiveAt}
        AND ("lastActiveAt" < ${after.lastActiveAt} OR "id" > ${after.id})`
    : Prisma.empty
  const from = source ? Prisma.sql`AND CAST(source AS TEXT) = ${source}` : Prisma.empty
  const found = keys.map((key) => Prisma.sql`${position}("titleKey", ${key}) > 0`)
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Session"
    WHERE "owner" = ${owner} AND "deletedAt" IS NULL AND (${Prisma.join(found, ' OR ')}) ${from} ${behind}
    ORDER BY "deletedAt" ASC, "lastActiveAt" DESC, "id" ASC
    LIMIT ${take}`
  return rows.map(({ id }) => id)
}
