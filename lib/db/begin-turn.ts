import { AppError } from '../errors.ts'
import type { BegunTurn, NewTurn, TurnPlace, TurnPrompt } from '../ports/turn-store.ts'
import type { MessageView } from '../schemas/message.ts'
import { askAgain, continuable, seedLog } from './ask-again.ts'
import type { Database, Writer } from './client.ts'
import { errorKind } from './database-error.ts'
import { deleteSessions } from './delete-sessions.ts'
import { ENDED } from './ended.ts'
import { enqueueScrub } from './enqueue-scrub.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { assertFree } from './holder.ts'
import { insertRows, type Target } from './insert-rows.ts'
import { joinKnown } from './join-known.ts'
import { answerRow, newMessageView, questionRow, saidRow, UNMARKED } from './new-rows.ts'
import { type Below, cutBehind, splicePath } from './splice-path.ts'
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
      if (turn.place.create) await freeName(database, turn)
    }
  }
}

/** A session that has ended leaves its name to the one that is made. Throws `session_busy` where it is taken. */
async function freeName(
  database: Database,
  { owner, now, place: { sessionId: id } }: NewTurn,
): Promise<void> {
  const where = { ...ENDED, owner }
  // Asked first: the messages of a session are deleted before it is looked at again.
  if ((await database.read((db) => db.session.count({ where: { ...where, id } }))) > 0)
    await deleteSessions(database, [id], { where, alongside: (tx) => enqueueScrub(tx, { owner, now }) })
  if ((await database.read((db) => db.session.count({ where: { id } }))) > 0)
    throw new AppError(
      'session_busy',
      'A conversation of that name was begun by another request, or deleted, a moment ago. Send it again, or take another name.',
    )
}

function begin(to: Target, turn: NewTurn): Promise<BegunTurn> {
  const { place, prompt } = turn
  if (prompt.kind !== 'send') return answerAgain(to, turn, prompt)
  return place.create ? sendFirst(to, turn, place, prompt) : sendNext(to, turn, prompt)
}

/** In a session made by the turn. Its row is written once, with its first exchange counted. */
async function sendFirst(to: Target, turn: NewTurn, place: NewPlace, prompt: SentPrompt): Promise<BegunTurn> {
  const { memory, ...kind } = place.kind
  const { count, tokens } = sizeOf(prompt)
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
      nextSeq: count,
      messageCount: count,
      tokenCount: tokens,
      createdAt: turn.now,
      lastActiveAt: turn.now,
    },
  })
  return addExchange(to, turn, prompt, { session, parentId: null, marks: UNMARKED })
}

/** What a message, its answer and all that was said before it add to a session. */
function sizeOf({ tokens, splice }: SentPrompt): { count: number; tokens: number } {
  const before = splice?.before ?? []
  return {
    count: before.length + 2,
    tokens: before.reduce((sum, said) => sum + said.tokens.o200k, tokens.o200k),
  }
}

async function sendNext(to: Target, turn: NewTurn, prompt: SentPrompt): Promise<BegunTurn> {
  const { tx } = to
  const { count, tokens } = sizeOf(prompt)
  // Counted first, because that also locks the row: the path stays as it is read.
  const [counted] = await tx.session.updateManyAndReturn({
    where: { id: turn.place.sessionId, owner: turn.owner, deletedAt: null },
    data: {
      nextSeq: { increment: count },
      messageCount: { increment: count },
      tokenCount: { increment: tokens },
      lastActiveAt: turn.now,
    },
  })
  if (!counted) throw sessionNotFound()
  const below = await splicePath(tx, counted, prompt.splice)
  const session = await nameBy(tx, counted, prompt)
  return addExchange(to, turn, prompt, { session, ...below })
}

async function nameBy(tx: Writer, session: Session, { title }: SentPrompt): Promise<Session> {
  if (session.titleBy !== 'none' || session.temporary || title === '') return session
  return tx.session.update({ where: { id: session.id }, data: titled(title, 'message') })
}

/** The message, what was said before it, and its empty answer. Nothing is read back: these are the rows. */
async function addExchange(
  to: Target,
  turn: NewTurn,
  prompt: SentPrompt,
  { session, parentId, marks }: { session: Session } & Below,
): Promise<BegunTurn> {
  const { count } = sizeOf(prompt)
  let at = { sessionId: session.id, parentId, seq: session.nextSeq - count }
  let joined = marks
  const before = (prompt.splice?.before ?? []).map((said) => {
    // A mark is that of an exchange, which ends where the next one is begun.
    if (said.role === 'user') joined = UNMARKED
    const row = saidRow(turn, said, at, joined)
    at = { ...at, parentId: said.id, seq: at.seq + 1 }
    return row
  })
  const question = questionRow(turn, prompt, at)
  const answer = answerRow(turn, { ...at, parentId: prompt.id, seq: at.seq + 1 })
  await insertRows(to, 'Message', before)
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
  const { message, continued } = await askedAgain(tx, session, prompt)
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

async function askedAgain(
  tx: Writer,
  session: Session,
  prompt: AgainPrompt,
): Promise<{ message: Message; continued: MessageView | null }> {
  if (prompt.kind === 'again') return { message: await cutBehind(tx, session, prompt), continued: null }
  const { message, old } = await askAgain(tx, session, prompt.answerId)
  return { message, continued: prompt.kind === 'continue' ? continuable(old) : null }
}

/** It takes the session's lock. */
async function addRun(to: Target, turn: NewTurn, sessionId: string): Promise<void> {
  const { runId, owner, answerId, processId, now } = turn
  await insertRows(to, 'Run', [
    { id: runId, owner, sessionId, messageId: answerId, lock: sessionId, processId, startedAt: now },
  ])
}
