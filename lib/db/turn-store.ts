import type { TurnStore } from '../ports/turn-store.ts'
import { appendLog } from './append-log.ts'
import { beginTurn } from './begin-turn.ts'
import type { Database, Reader } from './client.ts'
import { endRun } from './end-run.ts'
import { holderOf } from './holder.ts'
import { kindOf, readRunParts } from './run-parts.ts'
import { showing } from './signs-of-life.ts'
import { toMessageView } from './views.ts'
import { isVisible, runNotFound, visibleSession } from './visible.ts'

export function createTurnStore(database: Database): TurnStore {
  return {
    begin: (turn) => beginTurn(database, turn),

    holder: (owner, sessionId, signs) =>
      database.read(async (db) => {
        await visibleSession(db, owner, sessionId)
        const run = await holderOf(db, sessionId)
        if (run === null) return null
        const alive = await db.process.count({ where: { id: run.processId, ...showing(signs) } })
        return { runId: run.id, processId: run.processId, alive: alive > 0 }
      }),

    append: (processId, entries, runIds, contexts = []) =>
      appendLog(database, processId, { entries, runIds, contexts }),

    end: ({ owner: _, ...end }) => database.write((tx) => endRun({ tx, dialect: database.dialect }, end)),

    requestStop: (owner, runId) =>
      database.write(async (tx) => {
        const [run] = await tx.run.updateManyAndReturn({
          where: { id: runId, owner },
          data: { stopRequested: true },
        })
        if (!run) throw runNotFound()
        return { ended: run.lock === null }
      }),

    read: (owner, runId) =>
      database.read(async (db) => {
        // The log first: were the message read first, its run could end and take the log in between.
        const parts = await readRunParts(db, runId)
        const { message, sessionId, lock } = await visibleRun(db, owner, runId)
        const ended = lock === null
        return { answer: toMessageView(ended ? message : { ...message, parts }), sessionId, ended }
      }),

    readFrom: (owner, runId, { part, offset }) =>
      database.read(async (db) => {
        // The log first, for the same reason.
        const rows = await db.runLog.findMany({
          where: { runId, OR: [{ part: { gt: part } }, { part, offset: { gte: offset } }] },
          orderBy: [{ part: 'asc' }, { offset: 'asc' }],
          select: { part: true, offset: true, kind: true, text: true },
        })
        const { message, sessionId, lock } = await visibleRun(db, owner, runId)
        return {
          entries: rows.map((row) => ({ ...row, kind: kindOf(row) })),
          ended: lock === null ? toMessageView(message) : null,
          sessionId,
        }
      }),
  }
}

async function visibleRun(db: Reader, owner: string, runId: string) {
  const run = await db.run.findUnique({
    where: { id: runId, owner },
    include: { message: { include: { session: true } } },
  })
  if (run === null || !isVisible(run.message)) throw runNotFound()
  return run
}
