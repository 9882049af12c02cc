import type { BegunTurn, NewTurn, TurnPrompt } from '../ports/turn-store.ts'
import type { MessageView } from '../schemas/message.ts'
import { addRun } from './add-run.ts'
import { askAgain, continuable, seedLog } from './ask-again.ts'
import type { Writer } from './client.ts'
import type { Message, Session } from './generated/sqlite/client.ts'
import { assertFree } from './holder.ts'
import { insertRows, type Target } from './insert-rows.ts'
import { answerRow, newMessageView } from './new-rows.ts'
import { questionAbove } from './question-above.ts'
import { cutBehind } from './splice-path.ts'
import { toMessageView, toSessionView } from './views.ts'
import { lockSession, messageNotFound } from './visible.ts'

type AgainPrompt = Exclude<TurnPrompt, { kind: 'send' }>

/** A turn that stores no new message: one is answered anew, or its answer is gone on with. See `TurnPrompt`. */
export async function answerAgain(to: Target, turn: NewTurn, prompt: AgainPrompt): Promise<BegunTurn> {
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
    userMessage: toMessageView(
      message.role === 'user' ? message : await questionAbove(tx, session, message.seq),
    ),
    answer: newMessageView(answer),
    continued,
  }
}

async function askedAgain(
  tx: Writer,
  session: Session,
  prompt: AgainPrompt,
): Promise<{ message: Message; continued: MessageView | null }> {
  if (prompt.kind === 'again') {
    const message = await cutBehind(tx, session, prompt)
    const { clientId } = prompt
    return { message: clientId === null ? message : await renamed(tx, message, clientId), continued: null }
  }
  const { message, old } = await askAgain(tx, session, prompt.answerId)
  return { message, continued: prompt.kind === 'continue' ? continuable(old) : null }
}

/** Whoever sends the same request once more joins this answer. */
const renamed = (tx: Writer, { id }: Message, clientId: string): Promise<Message> =>
  tx.message.update({ where: { id }, data: { clientId } })
