import type { Writer } from './client.ts'
import { enqueueIndex } from './enqueue-index.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { rejoinExchanges } from './leave-exchanges.ts'
import type { Apart } from './purge-payload.ts'
import { recounted } from './recount.ts'
import { restoreSummaries } from './restore-summaries.ts'
import { askForTitle, cameFrom } from './retitle.ts'
import { moveAlong } from './set-apart.ts'
import { newestUsable } from './summary-path.ts'
import { tellAgain } from './telling-summaries.ts'
import { titled } from './title-key.ts'

const COLUMNS = { id: true, seq: true, role: true, parentId: true, sessionId: true, onPath: true } as const
type Row = Pick<Message, keyof typeof COLUMNS>

type Place = {
  sessionId: string
  /** Whether its path was left meanwhile. */
  isLeft: boolean
  /** Whether it goes to the end, since it would stand within an exchange by now. */
  isLast: boolean
  marks: Pick<Message, 'pinned' | 'excluded'> | null
}

/**
 * Undoes `setApart`: all is as it would be if it had stood there meanwhile. False, and nothing changed, where another
 * purge has it by now or its session was cleared since.
 */
export async function bringBack(
  tx: Writer,
  owner: string,
  { sessionId, hiddenIn, clearedBefore, ...apart }: Apart,
  { purgeId, now }: { purgeId: string; now: Date },
): Promise<boolean> {
  // Whether it can be seen or not: what hides it takes what comes back into it, too.
  const [session] = await tx.session.updateManyAndReturn({
    where: { id: sessionId, owner, clearedBefore },
    data: { chosen: { increment: 0 } },
  })
  const hidden = await tx.session.count({ where: { id: hiddenIn, owner, purgeId } })
  if (!session || hidden === 0) return false

  const before = await newestUsable(tx, session)
  const isTitleBack = apart.title && (await cameFrom(tx, { ...session, ...apart.title }, hiddenIn))
  const rows = await tx.message.findMany({
    where: { sessionId: hiddenIn },
    orderBy: { seq: 'asc' },
    select: COLUMNS,
  })
  const places = await placesOf(tx, session, rows)
  let nextSeq = session.nextSeq
  for (const row of rows) {
    const place = places.get(row.id)
    if (place) await putBack(tx, { ...row, seq: place.isLast ? nextSeq++ : row.seq }, place)
  }
  await rejoinExchanges(tx, apart.answers)
  const recalled = await tx.exchange.count({ where: { id: { in: rows.map(({ id }) => id) } } })
  // Whether the session is remembered may have been decided otherwise meanwhile.
  if (recalled + apart.answers.length > 0) await enqueueIndex(tx, owner, now, { missing: true })
  await restoreSummaries(tx, session, { hiddenIn, rows })

  if (apart.title && isTitleBack && session.titleBy !== 'user') {
    const { title, titleBy } = apart.title
    const named = await tx.session.update({ where: { id: sessionId }, data: titled(title, titleBy) })
    if (titleBy === 'message') await askForTitle(tx, named, now)
  }
  await tx.session.update({ where: { id: sessionId }, data: { ...(await recounted(tx, session)), nextSeq } })
  await tellAgain(tx, session, before, now)
  await tx.session.delete({ where: { id: hiddenIn } })
  return true
}

async function putBack(tx: Writer, { id, seq, onPath }: Row, place: Place): Promise<void> {
  const { sessionId, isLeft, marks } = place
  await tx.message.update({
    where: { id },
    data: { sessionId, seq, onPath: onPath && !isLeft, ...marks },
    select: { id: true },
  })
  await moveAlong(tx, { in: [id] }, sessionId)
  await tx.exchange.updateMany({ where: { id, seq: { not: seq } }, data: { seq } })
}

/** A message goes where the one above it goes, if that comes back as well. */
async function placesOf(tx: Writer, session: Session, rows: readonly Row[]): Promise<Map<string, Place>> {
  const places = new Map<string, Place>()
  for (const row of rows) {
    const above = row.parentId === null ? undefined : places.get(row.parentId)
    const place = above ?? (row.role === 'user' ? questionPlace : answerPlace)
    places.set(row.id, typeof place === 'function' ? await place(tx, session, row) : place)
  }
  return places
}

/** A question's path was left where that of the question above it was. */
async function questionPlace(tx: Writer, { id: sessionId }: Session, row: Row): Promise<Place> {
  let above: Row | null = row
  do
    above =
      above.parentId === null
        ? null
        : await tx.message.findUnique({ where: { id: above.parentId }, select: COLUMNS })
  while (above !== null && above.role !== 'user')
  const isLeft = above?.onPath === false
  const behind = await tx.message.findFirst({
    where: { sessionId, onPath: true, seq: { gt: row.seq } },
    orderBy: { seq: 'asc' },
    select: { kind: true, role: true },
  })
  // The question above was answered anew since, or got the result of a tool.
  const isLast = !isLeft && behind?.kind === 'message' && behind.role !== 'user'
  return { sessionId, isLeft, isLast, marks: null }
}

/**
 * An answer that went alone goes below its question, wherever that is by now, and takes its marks. It is a left one
 * where there is another answer.
 */
async function answerPlace(tx: Writer, session: Session, { id, parentId }: Row): Promise<Place> {
  const question = parentId === null ? null : await tx.message.findUnique({ where: { id: parentId } })
  if (question === null) return { sessionId: session.id, isLeft: false, isLast: false, marks: null }
  const { sessionId, onPath, pinned, excluded } = question
  const others = await tx.message.count({
    where: { sessionId, parentId, onPath: true, kind: 'message', role: { not: 'user' }, id: { not: id } },
  })
  return { sessionId, isLeft: !onPath || others > 0, isLast: false, marks: { pinned, excluded } }
}
