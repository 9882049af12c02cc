import type { BegunTurn, NewTurn, TurnPlace, TurnPrompt } from '../ports/turn-store.ts'
import type { MessageView } from '../schemas/message.ts'
import { askAgain, continuable, seedLog } from './ask-again.ts'
import type { Database, Writer } from './client.ts'
import { errorKind } from './database-error.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { assertFree } from './holder.ts'
import { joinKnown } from './join-known.ts'
import { lastOfPath } from './last-of-path.ts'
import { titled } from './title-key.ts'
import { TITLE_PLACEHOLDER } from './title-placeholder.ts'
import { toMessageView, toSessionView } from './views.ts'
import { lockSession, messageNotFound } from './visible.ts'

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
  const { owner, place } = turn
  if (place.create) {
    const joined = await joinKnown(tx, turn)
    if (joined) return joined
    return beginNew(tx, turn, place)
  }
  const session = await lockSession(tx, owner, place.sessionId)
  // Only now: a repeat that came at the same moment waited for the session's row.
  const joined = await joinKnown(tx, turn)
  if (joined) return joined
  await assertFree(tx, session.id)
  return beginIn(tx, turn, session)
}

/** In an existing session, whose row is locked. */
async function beginIn(tx: Writer, turn: NewTurn, session: Session): Promise<BegunTurn> {
  const { prompt, now } = turn
  if (prompt.kind === 'send') {
    const above = await lastOfPath(tx, session)
    const place = { sessionId: session.id, parentId: above?.id ?? null, seq: session.nextSeq }
    const { message, answer } = await addExchange(tx, turn, prompt, place)
    await addRun(tx, turn, session.id)
    const added = { messages: 2, tokens: prompt.tokens.o200k, title: titleFor(session, prompt) }
    return begun(await count(tx, session, added, now), message, answer)
  }
  const { message, old } = await askAgain(tx, session, prompt.answerId)
  const continued = prompt.kind === 'continue' ? continuable(old) : null
  const answer = await tx.message.create({ data: answerRow(turn, session.id, message.id, session.nextSeq) })
  await addRun(tx, turn, session.id)
  if (continued) await seedLog(tx, turn.runId, continued)
  const added = { messages: 1, tokens: 0, title: {} }
  return begun(await count(tx, session, added, now), message, answer, continued)
}

/** A session made by the turn. Its row is written once, with its first exchange counted. */
async function beginNew(tx: Writer, turn: NewTurn, place: NewPlace): Promise<BegunTurn> {
  const { owner, prompt, now } = turn
  if (prompt.kind !== 'send') throw messageNotFound()
  const session = await tx.session.create({
    data: {
      id: place.sessionId,
      owner,
      ...(prompt.title === '' ? titled(TITLE_PLACEHOLDER, 'none') : titled(prompt.title, 'message')),
      model: place.model,
      instructions: place.instructions,
      nextSeq: 2,
      messageCount: 2,
      tokenCount: prompt.tokens.o200k,
      createdAt: now,
      lastActiveAt: now,
    },
  })
  const { message, answer } = await addExchange(tx, turn, prompt, {
    sessionId: session.id,
    parentId: null,
    seq: 0,
  })
  await addRun(tx, turn, session.id)
  return begun(session, message, answer)
}

const begun = (
  session: Session,
  message: Message,
  answer: Message,
  continued: MessageView | null = null,
): BegunTurn => ({
  kind: 'begun',
  session: toSessionView(session, true),
  userMessage: toMessageView(message),
  answer: toMessageView(answer),
  continued,
})

const count = (
  tx: Writer,
  session: Session,
  added: { messages: number; tokens: number; title: object },
  now: Date,
): Promise<Session> =>
  tx.session.update({
    where: { id: session.id },
    data: {
      nextSeq: session.nextSeq + added.messages,
      lastActiveAt: now,
      messageCount: { increment: added.messages },
      tokenCount: { increment: added.tokens },
      ...added.title,
    },
  })

type NewPlace = Extract<TurnPlace, { create: true }>
type SentPrompt = Extract<TurnPrompt, { kind: 'send' }>

/** The message and its empty answer, in one statement. */
async function addExchange(
  tx: Writer,
  turn: NewTurn,
  prompt: SentPrompt,
  { sessionId, parentId, seq }: { sessionId: string; parentId: string | null; seq: number },
): Promise<{ message: Message; answer: Message }> {
  const asked = {
    id: prompt.id,
    owner: turn.owner,
    sessionId,
    parentId,
    seq,
    role: 'user' as const,
    parts: [{ type: 'text', text: prompt.text }],
    text: prompt.text,
    tokensCl100k: prompt.tokens.cl100k,
    tokensO200k: prompt.tokens.o200k,
    status: 'complete' as const,
    model: null,
    clientId: prompt.clientId,
    createdAt: turn.now,
  }
  const rows = await tx.message.createManyAndReturn({
    data: [asked, answerRow(turn, sessionId, prompt.id, seq + 1)],
  })
  const [message, answer] = [prompt.id, turn.answerId].map((id) => rows.find((row) => row.id === id))
  if (!message || !answer) throw new Error('The database did not return what it was given.')
  return { message, answer }
}

const answerRow = (turn: NewTurn, sessionId: string, parentId: string, seq: number) => ({
  id: turn.answerId,
  owner: turn.owner,
  sessionId,
  parentId,
  seq,
  role: 'assistant' as const,
  parts: [],
  text: '',
  tokensCl100k: 0,
  tokensO200k: 0,
  status: 'streaming' as const,
  model: turn.model,
  clientId: null,
  createdAt: turn.now,
})

/** It takes the session's lock. */
async function addRun(tx: Writer, turn: NewTurn, sessionId: string): Promise<void> {
  const { runId, owner, answerId, processId, now } = turn
  await tx.run.create({
    data: { id: runId, owner, sessionId, messageId: answerId, lock: sessionId, processId, startedAt: now },
    select: { id: true },
  })
}

function titleFor({ titleBy }: Session, { title }: SentPrompt) {
  return titleBy !== 'none' || title === '' ? {} : titled(title, 'message')
}
