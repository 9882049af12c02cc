import type { AppendResult, LogEntry } from '../ports/turn-store.ts'
import type { Database, Writer } from './client.ts'
import { errorKind } from './database-error.ts'

/** See `TurnStore.append`. */
export async function appendLog(
  database: Database,
  processId: string,
  entries: readonly LogEntry[],
  runIds: readonly string[],
): Promise<AppendResult[]> {
  if (runIds.length === 0) return []
  try {
    return await database.write(async (tx) => {
      const results = await readOwn(tx, processId, runIds)
      const ours = new Set(results.filter((result) => result.ours).map(({ runId }) => runId))
      const data = entries.filter(({ runId }) => ours.has(runId))
      if (data.length > 0) await tx.runLog.createMany({ data })
      return results
    })
  } catch (error) {
    // What concerns the database as a whole would fail for each run too.
    const kind = errorKind(error, database.dialect)
    if (kind !== 'unique' && kind !== 'foreignKey' && kind !== 'other') throw error
    return appendEach(database, processId, entries, runIds)
  }
}

/** One transaction a run. What a run has already is left as it is, so that a batch may be sent again. */
async function appendEach(
  database: Database,
  processId: string,
  entries: readonly LogEntry[],
  runIds: readonly string[],
): Promise<AppendResult[]> {
  const results: AppendResult[] = []
  const failures: unknown[] = []
  for (const runId of runIds) {
    const own = entries.filter((entry) => entry.runId === runId)
    try {
      results.push(await database.write((tx) => appendMissing(tx, processId, runId, own)))
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
  tx: Writer,
  processId: string,
  runId: string,
  entries: readonly LogEntry[],
): Promise<AppendResult> {
  const [result] = await readOwn(tx, processId, [runId])
  if (!result?.ours) return { runId, ours: false, stopRequested: false }
  const stored = await tx.runLog.findMany({ where: { runId }, select: { part: true, offset: true } })
  const known = new Set(stored.map(({ part, offset }) => `${part}:${offset}`))
  const data = entries.filter(({ part, offset }) => !known.has(`${part}:${offset}`))
  if (data.length > 0) await tx.runLog.createMany({ data })
  return result
}

async function readOwn(tx: Writer, processId: string, runIds: readonly string[]): Promise<AppendResult[]> {
  const runs = await tx.run.findMany({
    where: { id: { in: [...runIds] }, processId, lock: { not: null } },
    select: { id: true, stopRequested: true },
  })
  const byId = new Map(runs.map((run) => [run.id, run]))
  return runIds.map((runId) => ({
    runId,
    ours: byId.has(runId),
    stopRequested: byId.get(runId)?.stopRequested ?? false,
  }))
}
