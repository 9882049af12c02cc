import { AppError, type ErrorBody } from '../errors.ts'
import type { ContextMaps } from '../ports/context-maps.ts'
import type { AskResponse, CodeAssistResponse, ReplyCacheStatus } from '../schemas/ask.ts'
import { type MessageView, textOf } from '../schemas/message.ts'
import { askEnd } from './ask-end.ts'
import { type Asked, type BeginAskDeps, type BegunAsk, beginAsk, naming } from './begin-ask.ts'
import { CODE_ASSISTANT } from './code-assistant.ts'
import { codeBlocksOf } from './code-blocks.ts'

export type AskDeps = BeginAskDeps & { contextMaps: Pick<ContextMaps, 'get'> }

/** A reply, and what the reply cache did; null: it had no part. */
export type Answered<Reply> = { reply: Reply; cache: ReplyCacheStatus | null }

/**
 * One turn, waited for to its end. An answer that was stopped or cut off is as long as it came, with a warning. Throws
 * what an answer failed with; details name its session.
 */
export async function ask(deps: AskDeps, asked: Asked): Promise<Answered<AskResponse>> {
  const begun = await beginAsk(deps, asked)
  const answer = await endOf(begun)
  if (answer.status === 'failed' && answer.error) throw failure(answer.error, begun.sessionId)
  const reply = {
    reply: textOf(answer),
    session_id: begun.sessionId,
    ...(await askEnd(deps, asked.owner, answer, begun.warnings)),
  }
  return { reply, cache: begun.cache }
}

/** The same by a coding assistant, with the code of its reply. */
export async function codeAssist(deps: AskDeps, asked: Asked): Promise<Answered<CodeAssistResponse>> {
  const { reply: answered, cache } = await ask(deps, { ...asked, guidance: CODE_ASSISTANT })
  const code = codeBlocksOf(answered.reply)
  const warnings = code === null ? [...answered.warnings, NOT_LOOKED_THROUGH] : answered.warnings
  return { reply: { ...answered, warnings, code: code ?? [] }, cache }
}

const NOT_LOOKED_THROUGH = 'code: the reply is too long or too intricate to be looked through for code.'

async function endOf({ events, sessionId }: BegunAsk): Promise<MessageView> {
  for await (const event of events) {
    if (event.type === 'end') return event.answer
    if (event.type === 'error') throw failure(event.error, sessionId)
  }
  throw new Error('The events of an answer ended without its end.')
}

const failure = (error: ErrorBody, sessionId: string): unknown => naming(AppError.fromBody(error), sessionId)
