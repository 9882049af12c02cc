import { AppError } from '../errors.ts'
import type { BegunTurn, NewTurn, TurnPlace, TurnPrompt } from '../ports/turn-store.ts'
import type { MessageView } from '../schemas/message.ts'
import type { Database, Writer } from './client.ts'
import { errorKind } from './database-error.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { assertFree } from './holder.ts'
import { joinKnown } from './join-known.ts'
import { titled } from './title-key.ts'
import { TITLE_PLACEHOLDER } from './title-placeholder.ts'
import { toMessageView, toSessionView } from './views.ts'
import { isVisible, lockSession, messageNotFound } from './visible.ts'

/** See `TurnStore.begin`. */
export async function beginTurn(database: Database, turn: NewTurn): Promise<BegunTurn> {
  try {
    return await database.write((tx) => begin(tx, turn))
  } catch (error) {
    if (errorKind(error, database.dialect) !== 'unique') throw error
    // Postgres runs two at once: the other one was first, with the same message or the same session.
    return database.read(async (db) => {
      const joined = await joinKnown(db, turn)
      if (joined) return joined
      await assertFree(db, turn.place.sessionId)
      throw error
    })
  }
}

async function begin(tx: Writer, turn: NewTurn): Promise<BegunTurn> {
  const { owner, place, prompt } = turn
  if (place.create) {
    const joined = await joinKnown(tx, turn)
    if (joined) return joined
  }
  const session = place.create
    ? await createSession(tx, turn, place)
    : await lockSession(tx, owner, place.sessionId)
  if (!place.create) {
    // Only now: a repeat that came at the same moment waited for the session's row.
    const joined = await joinKnown(tx, turn)
    if (joined) return joined
    await assertFree(tx, session.id)
  }

  const asked =
    prompt.kind === 'send'
      ? await addMessage(tx, session, turn, prompt)
      : await askAgain(tx, session, prompt.answerId)
  const continued = prompt.kind === 'continue' ? continuable(asked.old) : null
  const answer = await addAnswer(tx, session, turn, asked)
  if (continued) await seedLog(tx, turn.runId, continued)
  const updated = await tx.session.update({
    where: { id: session.id },
    data: {
      nextSeq: asked.nextSeq + 1,
      lastActiveAt: turn.now,
      messageCount: { increment: asked.nextSeq + 1 - session.nextSeq },
      tokenCount: { increment: asked.addedTokens },
      ...titleFor(session, turn),
    },
  })
  return {
    kind: 'begun',
    session: toSessionView(updated, true),
    userMessage: toMessageView(asked.message),
    answer: toMessageView(answer),
    continued,
  }
}

/** The empty answer and its run, which takes the session's lock. */
async function addAnswer(tx: Writer, session: Session, turn: NewTurn, asked: Asked): Promise<Message> {
  const { owner, answerId, processId, model, now } = turn
  const answer = await tx.message.create({
    data: {
      id: answerId,
      owner,
      sessionId: session.id,
      parentId: asked.message.id,
      seq: asked.nextSeq,
      role: 'assistant',
      parts: [],
      text: '',
      tokensCl100k: 0,
      tokensO200k: 0,
      status: 'streaming',
      model,
      createdAt: now,
    },
  })
  await tx.run.create({
    data: {
      id: turn.runId,
      owner,
      sessionId: session.id,
      messageId: answerId,
      lock: session.id,
      processId,
      startedAt: now,
    },
  })
  return answer
}

type NewPlace = Extract<TurnPlace, { create: true }>

function createSession(tx: Writer, { owner, now }: NewTurn, place: NewPlace): Promise<Session> {
  return tx.session.create({
    data: {
      id: place.sessionId,
      owner,
      ...titled(TITLE_PLACEHOLDER, 'none'),
      model: place.model,
      instructions: place.instructions,
      createdAt: now,
      lastActiveAt: now,
    },
  })
}

type SentPrompt = Extract<TurnPrompt, { kind: 'send' }>

/** The message to answer; `nextSeq` is the answer's, `old` the one that left the path for it. */
type Asked = { message: Message; nextSeq: number; addedTokens: number; old: Message | null }

async function addMessage(
  tx: Writer,
  session: Session,
  { owner, now }: NewTurn,
  prompt: SentPrompt,
): Promise<Asked> {
  const above = await lastOfPath(tx, session)
  const message = await tx.message.create({
    data: {
      id: prompt.id,
      owner,
      sessionId: session.id,
      parentId: above?.id ?? null,
      seq: session.nextSeq,
      role: 'user',
      parts: [{ type: 'text', text: prompt.text }],
      text: prompt.text,
      tokensCl100k: prompt.tokens.cl100k,
      tokensO200k: prompt.tokens.o200k,
      clientId: prompt.clientId,
      createdAt: now,
    },
  })
  return { message, nextSeq: session.nextSeq + 1, addedTokens: prompt.tokens.o200k, old: null }
}

/** The answer leaves the path; the message that it answered is answered anew. */
async function askAgain(tx: Writer, session: Session, answerId: string): Promise<Asked> {
  const old = await tx.message.findUnique({ where: { id: answerId, sessionId: session.id } })
  if (old === null || !isVisible({ ...old, session })) throw messageNotFound()
  const last = await lastOfPath(tx, session)
  const divider = await tx.message.findFirst({
    where: { sessionId: session.id, onPath: true, kind: 'divider', seq: { gt: old.seq } },
  })
  if (old.role !== 'assistant' || last?.id !== old.id || divider !== null)
    throw new AppError('invalid_request', 'Only the last answer of a conversation can be written anew.')
  const message = old.parentId === null ? null : await tx.message.findUnique({ where: { id: old.parentId } })
  if (message?.role !== 'user' || !isVisible({ ...message, session }))
    throw new AppError('nothing_to_answer', 'There is no message above that answer.')
  await tx.message.update({ where: { id: old.id }, data: { onPath: false } })
  return { message, nextSeq: session.nextSeq, addedTokens: 0, old }
}

function continuable(old: Message | null): MessageView {
  if (old === null || old.text === '' || (old.status !== 'stopped' && old.status !== 'interrupted'))
    throw new AppError('nothing_to_continue', 'Only an answer that was cut off after some words can go on.')
  return toMessageView(old)
}

/** The log begins with what was written before: it holds the whole answer, for whoever joins or finds it dead. */
async function seedLog(tx: Writer, runId: string, { parts }: MessageView): Promise<void> {
  await tx.runLog.createMany({
    data: parts.map(({ type, text }, part) => ({ runId, part, offset: 0, kind: type, text })),
  })
}

const lastOfPath = (tx: Writer, session: Session): Promise<Message | null> =>
  tx.message.findFirst({
    where: { sessionId: session.id, onPath: true, kind: 'message', seq: { gte: session.clearedBefore } },
    orderBy: { seq: 'desc' },
  })

function titleFor(session: Session, { prompt }: NewTurn) {
  if (prompt.kind !== 'send' || session.titleBy !== 'none' || prompt.title === '') return {}
  return titled(prompt.title, 'message')
}
