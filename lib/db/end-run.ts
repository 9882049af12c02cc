import type { EndedAnswer, EndedTurn } from '../ports/turn-store.ts'
import { textOf } from '../schemas/message.ts'
import type { Writer } from './client.ts'
import { enqueueIndex } from './enqueue-index.ts'
import { enqueueSummary } from './enqueue-summary.ts'
import { enqueueTitle, TITLE_COLUMNS, type TitledSession } from './enqueue-title.ts'
import { Prisma } from './generated/sqlite/client.ts'
import type { Target } from './insert-rows.ts'
import { rememberExchange } from './remembered-exchanges.ts'
import { recalledFrom, storeContexts } from './store-context.ts'
import { toJson } from './to-json.ts'
import { toMessageView } from './views.ts'
import { isVisible } from './visible.ts'

/** How a run ends: by its own process, or by whoever found that one dead. */
export type RunEnd = Omit<EndedTurn, 'owner'>

/** What an answer's end leaves as it is. The rest need not be read back: its text may be long. */
const UNTOUCHED_COLUMNS = {
  id: true,
  seq: true,
  kind: true,
  role: true,
  model: true,
  clientId: true,
  toolCallId: true,
  pinned: true,
  excluded: true,
  recalledFrom: true,
  createdAt: true,
} as const

/**
 * Stores an answer's end and frees its session, on condition that the run still holds the lock for that process.
 * null, and nothing written, where it does not.
 */
export async function endRun(to: Target, end: RunEnd): Promise<EndedAnswer | null> {
  const { tx } = to
  const { runId, processId, status, now } = end
  const [run] = await tx.run.updateManyAndReturn({
    where: { id: runId, processId, lock: { not: null } },
    data: { lock: null, status, endedAt: now },
    select: { owner: true, sessionId: true, messageId: true },
  })
  if (!run) return null
  const { parts, toolCalls, tokens, usage, error } = end
  const row = await tx.message.update({
    where: { id: run.messageId },
    data: {
      text: textOf(end),
      parts,
      toolCalls: toolCalls.length > 0 ? [...toolCalls] : Prisma.DbNull,
      tokensCl100k: tokens.cl100k,
      tokensO200k: tokens.o200k,
      status,
      usage: usage ?? Prisma.DbNull,
      error: error ? toJson(error) : Prisma.DbNull,
    },
    select: UNTOUCHED_COLUMNS,
  })
  const view = toMessageView({
    ...row,
    recalledFrom: end.context ? recalledFrom(end.context) : row.recalledFrom,
    tokensO200k: tokens.o200k,
    status,
    parts: [],
    toolCalls: null,
    usage: null,
    error: null,
  })
  await tx.runLog.deleteMany({ where: { runId } })
  const session = await countAnswer(tx, run.sessionId, row.seq, end)
  if (end.context) await storeContexts(to, [{ ...run, context: end.context, now }])
  // Nobody waits for the name of a conversation whose first answer cost no call.
  const isNew = status === 'complete' && !usage?.fromReplyCache
  const asksForTitle = isNew && (await enqueueTitle(tx, session, row, now))
  const visible = isVisible({ ...row, session })
  const asksForSummary = end.summaryDue && visible
  if (asksForSummary) await enqueueSummary(tx, run.owner, { sessionId: run.sessionId, asked: null }, now)
  const remembered = end.remember && (await rememberExchange(tx, { sessionId: run.sessionId, seq: row.seq }))
  const asksForIndex = remembered || end.rememberBefore
  if (asksForIndex) await enqueueIndex(tx, run.owner, now, { missing: end.rememberBefore })
  const answer = {
    ...view,
    parts,
    ...(toolCalls.length > 0 ? { toolCalls: [...toolCalls] } : {}),
    usage,
    error,
  }
  return { answer, visible, asked: asksForTitle || asksForSummary || asksForIndex }
}

/** A cleared answer is the newest all the same, but no longer counts. */
async function countAnswer(
  tx: Writer,
  id: string,
  seq: number,
  { tokens, now }: RunEnd,
): Promise<TitledSession> {
  const newest = { answeredSeq: seq, lastActiveAt: now }
  const [counted] = await tx.session.updateManyAndReturn({
    where: { id, clearedBefore: { lte: seq } },
    data: { ...newest, tokenCount: { increment: tokens.o200k } },
    select: TITLE_COLUMNS,
  })
  return counted ?? tx.session.update({ where: { id }, data: newest, select: TITLE_COLUMNS })
}
