import type Database from 'libsql'

/** Statements that a connection keeps prepared, the last used ones. */
const KEPT = 200
/** In UTF-16 units: longer ones are made for a number of rows, and seldom come again. */
const LONGEST = 3_000

type Prepare = Database.Database['prepare']
type Statement = Database.Statement<unknown[]>
/** What the driver's client asks of a statement. */
type Used = Pick<Statement, 'columns' | 'all' | 'run'> & {
  safeIntegers(on?: boolean): Used
  raw(): Used
}

/**
 * Has a connection keep the statements that it has prepared: Prisma sends the same ones again and again, and to prepare
 * and describe one takes longer than to run it. A statement that failed is not used again: it may still be open.
 */
export function keepStatements<T extends Pick<Database.Database, 'prepare'>>(database: T): T {
  const kept = new Map<string, Used>()
  const prepare = database.prepare.bind(database)

  const keeping = (sql: string): Used => {
    const known = kept.get(sql)
    const statement = known ?? reusable(prepare<unknown[]>(sql), () => kept.delete(sql))
    if (sql.length > LONGEST) return statement
    // The newest stand last.
    if (known) kept.delete(sql)
    kept.set(sql, statement)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return statement
  }
  database.prepare = keeping as unknown as Prepare
  return database
}

function reusable(statement: Statement, forget: () => void): Used {
  let noData: { error: unknown } | null = null
  try {
    statement.raw(true)
  } catch (error) {
    noData = { error }
  }
  let columns: ReturnType<Statement['columns']> | null = null
  let safe: boolean | undefined

  const forgetting = <R>(work: () => R): R => {
    try {
      return work()
    } catch (error) {
      forget()
      throw error
    }
  }
  const used: Used = {
    safeIntegers(on) {
      if (safe !== on) statement.safeIntegers(on)
      safe = on
      return used
    },
    raw() {
      // The client tells by this failure that a statement returns no rows.
      if (noData) throw noData.error
      return used
    },
    columns: () => {
      columns ??= statement.columns()
      return columns
    },
    all: (...parameters) => forgetting(() => statement.all(...parameters)),
    run: (...parameters) => forgetting(() => statement.run(...parameters)),
  }
  return used
}
