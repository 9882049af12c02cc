import type { BegunTurn, NewTurn, TurnPlace, TurnPrompt } from '../ports/turn-store.ts'
import { addRun } from './add-run.ts'
import type { Writer } from './client.ts'
import type { Session } from './generated/sqlite/client.ts'
import { insertRows, type Target } from './insert-rows.ts'
import { answerRow, newMessageView, questionRow, saidRow, UNMARKED } from './new-rows.ts'
import { questionAbove } from './question-above.ts'
import { type Below, splicePath } from './splice-path.ts'
import { titled } from './title-key.ts'
import { placeholderOf } from './title-placeholder.ts'
import { toMessageView, toSessionView } from './views.ts'
import { sessionNotFound } from './visible.ts'

type NewPlace = Extract<TurnPlace, { create: true }>
type SentPrompt = Extract<TurnPrompt, { kind: 'send' }>

/** A turn that stores a new message, in its session or in one that it makes. */
export function sendMessage(to: Target, turn: NewTurn, prompt: SentPrompt): Promise<BegunTurn> {
  const { place } = turn
  return place.create ? sendFirst(to, turn, place, prompt) : sendNext(to, turn, prompt)
}

/** The session's row is written once, with its first exchange counted. */
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

/** What a message, its answer and all that was said before it add to a session. */
function sizeOf({ tokens, splice }: SentPrompt): { count: number; tokens: number } {
  const before = splice?.before ?? []
  return {
    count: before.length + 2,
    tokens: before.reduce((sum, said) => sum + said.tokens.o200k, tokens.o200k),
  }
}

async function nameBy(tx: Writer, session: Session, { title }: SentPrompt): Promise<Session> {
  if (session.titleBy !== 'none' || session.temporary || title === '') return session
  return tx.session.update({ where: { id: session.id }, data: titled(title, 'message') })
}

/** The message, what was said before it, and its empty answer. None of it is read back: these are the rows. */
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
  const isResult = prompt.toolCallId !== undefined
  if (!isResult) joined = UNMARKED
  const sent = questionRow(turn, prompt, at, joined)
  const answer = answerRow(turn, { ...at, parentId: prompt.id, seq: at.seq + 1 }, joined)
  const question = isResult ? before.findLast(({ role }) => role === 'user') : sent
  const userMessage = question
    ? newMessageView(question)
    : toMessageView(await questionAbove(to.tx, session, at.seq))
  await insertRows(to, 'Message', before)
  await to.tx.message.create({ data: sent, select: { id: true } })
  await insertRows(to, 'Message', [answer])
  await addRun(to, turn, session.id)
  return {
    kind: 'begun',
    session: toSessionView(session, true),
    userMessage,
    answer: newMessageView(answer),
    continued: null,
  }
}
