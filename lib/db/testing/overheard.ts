import type { Database } from '../client.ts'
import { Prisma } from '../generated/sqlite/client.ts'

/** The same database, whose reads are kept as they were sent, to be explained. They must be SQL of our own. */
export function overheard(database: Database): { database: Database; sent: Prisma.Sql[] } {
  const sent: Prisma.Sql[] = []
  const read: Database['read'] = (work) =>
    database.read((db) => {
      const $queryRaw = (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
        const sql = 'raw' in query ? Prisma.sql(query, ...values) : query
        sent.push(sql)
        return db.$queryRaw(sql)
      }
      return work(
        new Proxy(db, {
          get(_, name) {
            if (name === '$queryRaw') return $queryRaw
            throw new Error(`What ${String(name)} sends is not overheard.`)
          },
        }),
      )
    })
  return { database: { ...database, read }, sent }
}

/** How SQLite goes through its tables for a query, table by table. */
export async function sqlitePlan({ read }: Database, query: Prisma.Sql): Promise<string[]> {
  const steps = await read((db) => db.$queryRaw<{ detail: string }[]>`EXPLAIN QUERY PLAN ${query}`)
  return steps.map(({ detail }) => detail)
}

/** How many rows of its tables and indexes Postgres looks at for a query, which it runs. */
export async function postgresRows({ read }: Database, query: Prisma.Sql): Promise<number> {
  const [found] = await read(
    (db) => db.$queryRaw<{ 'QUERY PLAN': { Plan: Node }[] }[]>`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`,
  )
  if (!found) throw new Error('Nothing was explained.')
  return found['QUERY PLAN'].reduce((sum, { Plan }) => sum + rowsOf(Plan), 0)
}

type Node = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

function rowsOf(node: Node): number {
  const { 'Relation Name': table, 'Actual Rows': kept, 'Actual Loops': loops } = node
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = table === undefined ? 0 : (kept + removed) * loops
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own)
}
