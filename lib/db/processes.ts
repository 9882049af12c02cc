import { z } from 'zod'
import type { Processes, SignsOfLife } from '../ports/processes.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { textOf } from '../schemas/message.ts'
import type { Database } from './client.ts'
import { endRun } from './end-run.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { readRunParts } from './run-parts.ts'
import { notShowing, showing } from './signs-of-life.ts'

/** `tokens` counts what a dead run left in its log. */
export function createProcesses(database: Database, tokens: TokenCounter): Processes {
  /** False where another reaper was faster, or where the log grew meanwhile: then its process lives after all. */
  async function interrupt(run: { id: string; processId: string }, now: Date): Promise<boolean> {
    const parts = await database.read((db) => readRunParts(db, run.id))
    const text = textOf({ parts })
    const counts = await tokens.count(text)
    return database.write(async (tx) => {
      if (textOf({ parts: await readRunParts(tx, run.id) }) !== text) return false
      const ended = await endRun(
        { tx, dialect: database.dialect },
        {
          runId: run.id,
          processId: run.processId,
          status: 'interrupted',
          parts,
          toolCalls: [],
          tokens: counts,
          usage: null,
          error: null,
          context: null,
          summaryDue: false,
          remember: false,
          rememberBefore: false,
          now,
        },
      )
      return ended !== null
    })
  }

  /** Looked for first: a heartbeat that finds none should not take the write lock. */
  async function removeRows(processIds: string[], signs: SignsOfLife, selfId: string): Promise<void> {
    const where = {
      id: { not: selfId },
      OR: [{ id: { in: processIds } }, ...notShowing(signs)],
    }
    if ((await database.read((db) => db.process.count({ where }))) === 0) return
    await database.write(async (tx) => {
      await tx.process.deleteMany({ where })
    })
  }

  return {
    async time() {
      const time =
        database.dialect === 'postgres'
          ? Prisma.sql`now()`
          : Prisma.sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
      const rows = await database.read(
        (db) => db.$queryRaw<{ time: Date | string }[]>`SELECT ${time} AS time`,
      )
      return z.coerce.date().parse(rows[0]?.time)
    },

    beat: ({ id, host, pid, startedAt }, now) =>
      database.write(async (tx) => {
        const row = { host, pid, startedAt, beatAt: now }
        await tx.process.upsert({ where: { id }, create: { id, ...row }, update: row })
      }),

    leave: (processId) =>
      database.write(async (tx) => {
        await tx.process.deleteMany({ where: { id: processId } })
        await tx.job.updateMany({
          where: { leasedBy: processId },
          data: { leaseUntil: null, leasedBy: null },
        })
      }),

    onHost: (host) =>
      database.read((db) =>
        db.process.findMany({
          where: { host },
          orderBy: { startedAt: 'asc' },
          select: { id: true, host: true, pid: true, startedAt: true },
        }),
      ),

    async reap({ processIds, signs, self, now }) {
      const dead = await database.read(async (db) => {
        const held = await db.run.findMany({
          // All that are not null, in words that SQLite answers from the index: this is asked at every heartbeat.
          where: { lock: { gt: '' } },
          select: { id: true, processId: true },
        })
        const living = await db.process.findMany({
          where: {
            id: { in: [...new Set(held.map((run) => run.processId))], notIn: processIds },
            ...showing(signs),
          },
          select: { id: true },
        })
        const alive = new Set(living.map(({ id }) => id))
        return held.filter((run) =>
          run.processId === self.processId ? !self.owns(run.id) : !alive.has(run.processId),
        )
      })
      let reaped = 0
      for (const run of dead) if (await interrupt(run, now)) reaped++
      await removeRows(processIds, signs, self.processId)
      return reaped
    },
  }
}
