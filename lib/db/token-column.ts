import type { Encoding } from '../memory/types.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** Of the rows named `m` or `v`: the stored count that an encoding's is, or that its estimate starts from. */
export function tokenColumn(rows: 'm' | 'v', encoding: Encoding): Prisma.Sql {
  const cl100k = Prisma.raw(`${rows}."tokensCl100k"`)
  const o200k = Prisma.raw(`${rows}."tokensO200k"`)
  if (encoding === 'unknown')
    return Prisma.sql`CASE WHEN ${cl100k} > ${o200k} THEN ${cl100k} ELSE ${o200k} END`
  return encoding === 'o200k_base' ? o200k : cl100k
}
