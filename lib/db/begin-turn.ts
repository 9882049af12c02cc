import type { BegunTurn, NewTurn, TurnPlace, TurnPrompt } from '../ports/turn-store.ts'
import type { MessageView } from '../schemas/message.ts'
import { askAgain, continuable, seedLog } from './ask-again.ts'
import type { Database, Writer } from './client.ts'
import { errorKind } from './database-error.ts'
import type { Session } from './generated/sqlite/client.ts'
import { assertFree } from './holder.ts'
import { insertRows, type Target } from './insert-rows.ts'
import { joinKnown } from './join-known.ts'
import { lastOfPath } from './last-of-path.ts'
import { answerRow, newMessageView, questionRow } from './new-rows.ts'
import { titled } from './title-key.ts'
import { placeholderOf } from './title-placeholder.ts'
import { toMessageView, toSessionView } from './views.ts'
import { lockSession, messageNotFound, sessionNotFound } from './visible.ts'

type NewPlace = Extract<TurnPlace, { create: true }>
type SentPrompt = Extract<TurnPrompt, { kind: 'send' }>
type AgainPrompt = Exclude<TurnPrompt, SentPrompt>

/** Each try but the first means that a run which held the session has ended at that very moment. */
const MAX_TRIES = 5

/**
 * See `TurnStore.begin`. Whether a session is free, and whether a message was never sent before, is held by unique
 * columns: only who breaks them asks by whom.
 */
export async function beginTurn(database: Database, turn: NewTurn): Promise<BegunTurn> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.write((tx) => begin({ tx, dialect: database.dialect }, turn))
    } catch (error) {
      if (errorKind(error, database.dialect) !== 'unique' || tries === MAX_TRIES) throw error
      const joined = await database.read((db) => joinKnown(db, turn))
      if (joined) return joined
      await database.read((db) => assertFree(db, turn.place.sessionId))
    }
  }
}

function begin(to: Target, turn: NewTurn): Promise<BegunTurn> {
  const { place, prompt } = turn
  if (prompt.kind !== 'send') return answerAgain(to, turn, prompt)
  return place.create ? sendFirst(to, turn, place, prompt) : sendNext(to, turn, prompt)
}

/** In a session made by the turn. Its row is written once, with its first exchange counted. */
async function sendFirst(to: Target, turn: NewTurn, place: NewPlace, prompt: SentPrompt): Promise<BegunTurn> {
  const { memory, ...kind } = place.kind
  const session = await to.tx.session.create({
    data: {
      id: place.sessionId,
      owner: turn.owner,
      ...(prompt.title === '' || kind.temporary
        ? titled(placeholderOf(kind), 'none')
        : titled(prompt.title, 'message')),
      model: place.model,
      instructions: place.instructions,
      ...kind,
      ...(memory ? { memory } : {}),
      nextSeq: 2,
      messageCount: 2,
      tokenCount: prompt.tokens.o200k,
      createdAt: turn.now,
      lastActiveAt: turn.now,
    },
  })
  return addExchange(to, turn, prompt, { session, seq: 0, parentId: null })
}

async function sendNext(to: Target, turn: NewTurn, prompt: SentPrompt): Promise<BegunTurn> {
  const { tx } = to
  // Counted first, because that also locks the row: the path stays as it is read.
  const [counted] = await tx.session.updateManyAndReturn({
    where: { id: turn.place.sessionId, owner: turn.owner, deletedAt: null },
    data: {
      nextSeq: { increment: 2 },
      messageCount: { increment: 2 },
      tokenCount: { increment: prompt.tokens.o200k },
      lastActiveAt: turn.now,
    },
  })
  if (!counted) throw sessionNotFound()
  const above = await lastOfPath(tx, counted)
  const session = await nameBy(tx, counted, prompt)
  return addExchange(to, turn, prompt, { session, seq: session.nextSeq - 2, parentId: above?.id ?? null })
}

async function nameBy(tx: Writer, session: Session, { title }: SentPrompt): Promise<Session> {
  if (session.titleBy !== 'none' || session.temporary || title === '') return session
  return tx.session.update({ where: { id: session.id }, data: titled(title, 'message') })
}

/** The message and its empty answer. Nothing is read back: these are the rows. */
async function addExchange(
  to: Target,
  turn: NewTurn,
  prompt: SentPrompt,
  { session, seq, parentId }: { session: Session; seq: number; parentId: string | null },
): Promise<BegunTurn> {
  const question = questionRow(turn, prompt, { sessionId: session.id, parentId, seq })
  const answer = answerRow(turn, { sessionId: session.id, parentId: prompt.id, seq: seq + 1 })
  await to.tx.message.create({ data: question, select: { id: true } })
  await insertRows(to, 'Message', [answer])
  await addRun(to, turn, session.id)
  return {
    kind: 'begun',
    session: toSessionView(session, true),
    userMessage: newMessageView(question),
    answer: newMessageView(answer),
    continued: null,
  }
}

/** The message above an answer is answered anew, or that answer is gone on with. */
async function answerAgain(to: Target, turn: NewTurn, prompt: AgainPrompt): Promise<BegunTurn> {
  const { tx } = to
  const { owner, place, runId, now } = turn
  if (place.create) throw messageNotFound()
  const session = await lockSession(tx, owner, place.sessionId)
  await assertFree(tx, session.id)
  const { message, old } = await askAgain(tx, session, prompt.answerId)
  const continued: MessageView | null = prompt.kind === 'continue' ? continuable(old) : null
  const at = { sessionId: session.id, parentId: message.id, seq: session.nextSeq }
  const answer = answerRow(turn, at, message)
  await insertRows(to, 'Message', [answer])
  await addRun(to, turn, session.id)
  if (continued) await seedLog(tx, runId, continued)
  const counted = await tx.session.update({
    where: { id: session.id },
    data: { nextSeq: session.nextSeq + 1, lastActiveAt: now, messageCount: { increment: 1 } },
  })
  return {
    kind: 'begun',
    session: toSessionView(counted, true),
    userMessage: toMessageView(message),
    answer: newMessageView(answer),
    continued,
  }
}

/** It takes the session's lock. */
async function addRun(to: Target, turn: NewTurn, sessionId: string): Promise<void> {
  const { runId, owner, answerId, processId, now } = turn
  await insertRows(to, 'Run', [
    { id: runId, owner, sessionId, messageId: answerId, lock: sessionId, processId, startedAt: now },
  ])
}
