import type { AppendResult, LogEntry, RunContext } from '../ports/turn-store.ts'
import type { Database } from './client.ts'
import { errorKind } from './database-error.ts'
import { Prisma, type Run } from './generated/sqlite/client.ts'
import { insertRows, type Target } from './insert-rows.ts'
import { type AnswerContext, storeContexts } from './store-context.ts'

/** What runs have to store. */
type Batch = {
  entries: readonly LogEntry[]
  runIds: readonly string[]
  contexts: readonly RunContext[]
}

/** See `TurnStore.append`. */
export async function appendLog(
  database: Database,
  processId: string,
  batch: Batch,
): Promise<AppendResult[]> {
  if (batch.runIds.length === 0) return []
  try {
    return await database.write(async (tx) => {
      const to = { tx, dialect: database.dialect }
      const runs = await readOwn(to, processId, batch.runIds)
      const data = batch.entries.filter(({ runId }) => runs.has(runId))
      await insertRows(to, 'RunLog', data)
      await storeContexts(to, contextsOf(runs, batch.contexts))
      return batch.runIds.map((runId) => resultOf(runId, runs))
    })
  } catch (error) {
    // What concerns the database as a whole would fail for each run too.
    const kind = errorKind(error, database.dialect)
    if (kind !== 'unique' && kind !== 'foreignKey' && kind !== 'other') throw error
    return appendEach(database, processId, batch)
  }
}

/** One transaction a run. What a run has already is left as it is, so that a batch may be sent again. */
async function appendEach(
  database: Database,
  processId: string,
  { entries, runIds, contexts }: Batch,
): Promise<AppendResult[]> {
  const results: AppendResult[] = []
  const failures: unknown[] = []
  for (const runId of runIds) {
    const own = <T extends { runId: string }>(all: readonly T[]) => all.filter((each) => each.runId === runId)
    try {
      results.push(
        await database.write((tx) => {
          const to = { tx, dialect: database.dialect }
          return appendMissing(to, processId, runId, own(entries), own(contexts))
        }),
      )
    } catch (error) {
      if (errorKind(error, database.dialect) === 'foreignKey')
        results.push({ runId, ours: false, stopRequested: false })
      else failures.push(error)
    }
  }
  if (failures.length > 0 && results.length === 0) throw failures[0]
  return results
}

async function appendMissing(
  to: Target,
  processId: string,
  runId: string,
  entries: readonly LogEntry[],
  contexts: readonly RunContext[],
): Promise<AppendResult> {
  const runs = await readOwn(to, processId, [runId])
  if (!runs.has(runId)) return resultOf(runId, runs)
  const last = await to.tx.runLog.findFirst({
    where: { runId },
    orderBy: [{ part: 'desc' }, { offset: 'desc' }],
    select: { part: true, offset: true, text: true },
  })
  const data = last ? entries.flatMap((entry) => behind(last, entry)) : [...entries]
  await insertRows(to, 'RunLog', data)
  await storeContexts(to, contextsOf(runs, contexts))
  return resultOf(runId, runs)
}

/** What of an entry is not stored yet: one that is sent again may have grown since. */
function behind(last: Pick<LogEntry, 'part' | 'offset' | 'text'>, entry: LogEntry): LogEntry[] {
  if (entry.part !== last.part) return entry.part > last.part ? [entry] : []
  const known = Math.max(0, last.offset + last.text.length - entry.offset)
  const text = entry.text.slice(known)
  return text === '' ? [] : [{ ...entry, offset: entry.offset + known, text }]
}

type OwnRun = Pick<Run, 'id' | 'owner' | 'sessionId' | 'messageId' | 'stopRequested'>

/** Those of the runs that are still this process's, by their ids. In one text, as their ids are asked for in one. */
async function readOwn(
  { tx, dialect }: Target,
  processId: string,
  runIds: readonly string[],
): Promise<Map<string, OwnRun>> {
  const ids = JSON.stringify(runIds)
  const [among, array, group] =
    dialect === 'sqlite'
      ? [Prisma.sql`SELECT value FROM json_each(${ids})`, 'json_array', 'json_group_array']
      : [Prisma.sql`SELECT json_array_elements_text(CAST(${ids} AS json))`, 'json_build_array', 'json_agg']
  const [found] = await tx.$queryRaw<{ runs: string | null }[]>`
    SELECT CAST(${Prisma.raw(group)}(
      ${Prisma.raw(array)}(id, owner, "sessionId", "messageId", "stopRequested")) AS TEXT) AS runs
    FROM "Run" WHERE id IN (${among}) AND "processId" = ${processId} AND lock IS NOT NULL`
  const rows: OwnRow[] = JSON.parse(found?.runs ?? '[]')
  return new Map(
    rows.map(([id, owner, sessionId, messageId, stop]) => [
      id,
      { id, owner, sessionId, messageId, stopRequested: Boolean(stop) },
    ]),
  )
}

/** SQLite's booleans are numbers. */
type OwnRow = [id: string, owner: string, sessionId: string, messageId: string, stop: boolean | 0 | 1]

const resultOf = (runId: string, runs: ReadonlyMap<string, OwnRun>): AppendResult => ({
  runId,
  ours: runs.has(runId),
  stopRequested: runs.get(runId)?.stopRequested ?? false,
})

const contextsOf = (runs: ReadonlyMap<string, OwnRun>, contexts: readonly RunContext[]): AnswerContext[] =>
  contexts.flatMap(({ runId, context, now }) => {
    const run = runs.get(runId)
    if (!run) return []
    const { owner, sessionId, messageId } = run
    return { owner, sessionId, messageId, context, now }
  })
