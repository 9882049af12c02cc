import type { Omitted } from '../memory/stored-summary.ts'
import { contradicts } from './agrees-with-marks.ts'
import type { Writer } from './client.ts'
import type { Session } from './generated/sqlite/client.ts'
import { hiddenOf } from './hidden-of.ts'
import { telling } from './telling-summaries.ts'

type Back = { hiddenIn: string; rows: readonly { seq: number }[] }

/**
 * Brings the versions back that stood for what comes back, as the marks are by now. Those that were written without it
 * meanwhile go, and so do those that stand for something that is hidden still.
 */
export async function restoreSummaries(tx: Writer, session: Session, back: Back): Promise<void> {
  const { id: sessionId } = session
  await tx.summary.deleteMany({ where: { id: { in: await telling(tx, sessionId, back.rows) } } })
  const others = (await hiddenOf(tx, session)).filter((id) => id !== back.hiddenIn)
  const hidden = await tx.message.findMany({
    where: { sessionId: { in: others } },
    select: { seq: true },
  })
  await tx.summary.deleteMany({ where: { id: { in: await telling(tx, back.hiddenIn, hidden) } } })
  await makeWay(tx, sessionId, back.hiddenIn)
  const versions = await tx.summary.findMany({
    where: { sessionId: back.hiddenIn },
    select: { id: true, fromSeq: true, toSeq: true, omitted: true, conflicts: true },
  })
  const firsts = await firstsOf(tx, sessionId)
  for (const { id, fromSeq, toSeq, omitted, ...version } of versions) {
    const there = firsts.filter(({ seq }) => fromSeq <= seq && seq <= toSeq)
    const elsewhere = (version.conflicts as number[]).filter((seq) => there.every((each) => each.seq !== seq))
    const here = there.filter((each) => contradicts(omitted as Omitted[], each)).map(({ seq }) => seq)
    const conflicts = [...elsewhere, ...here]
    await tx.summary.update({
      where: { id },
      data: { sessionId, conflicts, usable: conflicts.length === 0 },
      select: { id: true },
    })
  }
}

/** A number that was given again meanwhile is that of the earlier version: the later ones get new ones. */
async function makeWay(tx: Writer, sessionId: string, hiddenIn: string): Promise<void> {
  const rows = await tx.summary.findMany({
    where: { sessionId: { in: [sessionId, hiddenIn] } },
    orderBy: { version: 'asc' },
    select: { id: true, sessionId: true, version: true, basedOn: true },
  })
  const back = new Set(rows.filter((row) => row.sessionId === hiddenIn).map(({ version }) => version))
  const here = rows.filter((row) => row.sessionId === sessionId)
  const taken = here.find(({ version }) => back.has(version))
  if (!taken) return
  let next = (rows.at(-1)?.version ?? 0) + 1
  const renamed = new Map<number, number>()
  for (const { id, version, basedOn } of here.filter((row) => row.version >= taken.version)) {
    renamed.set(version, next)
    const base = basedOn === null ? null : (renamed.get(basedOn) ?? basedOn)
    await tx.summary.update({ where: { id }, data: { version: next, basedOn: base }, select: { id: true } })
    next += 1
  }
}

/** The messages that stand for their exchanges, on the path. */
async function firstsOf(tx: Writer, sessionId: string) {
  const path = { sessionId, onPath: true, kind: 'message' } as const
  const columns = { seq: true, pinned: true, excluded: true } as const
  const questions = await tx.message.findMany({ where: { ...path, role: 'user' }, select: columns })
  const first = await tx.message.findFirst({ where: path, orderBy: { seq: 'asc' }, select: columns })
  const isOne = questions.some(({ seq }) => seq === first?.seq)
  return first === null || isOne ? questions : [first, ...questions]
}
