import { AppError } from '../errors.ts'
import type { EndReason } from '../ports/chat-models.ts'
import type { CompletionEvent } from '../schemas/completion.ts'
import type { MessageView } from '../schemas/message.ts'
import type { RunEvent } from '../schemas/run-event.ts'
import { isAnswerForgotten } from './forgotten.ts'

export type TurnEnd = {
  /** Why the model said no more, as this process saw it; null: it did not. */
  ended(): EndReason | null
  /** What was sent for an answer, by our own count. Throws `message_not_found` where nothing is known of it any more. */
  sentTokens(answerId: string): Promise<number>
}

/**
 * The events of a turn, behind its start, as another program reads an answer. One that was stopped has ended as if by
 * itself. Throws what the answer failed with, and `model_incomplete` where it broke off.
 */
export async function* completionEvents(
  events: AsyncIterable<RunEvent>,
  end: TurnEnd,
): AsyncGenerator<CompletionEvent, void, undefined> {
  for await (const event of events) {
    if (event.type === 'delta') yield { type: event.kind, text: event.text }
    else if (event.type === 'error') throw AppError.fromBody(event.error)
    else if (event.type === 'end') {
      const last = await endOf(event.answer, end)
      for (const call of event.answer.toolCalls ?? []) yield { type: 'tool-call', ...call }
      yield last
    }
  }
}

async function endOf(
  answer: MessageView,
  { ended, ...counted }: TurnEnd,
): Promise<Extract<CompletionEvent, { type: 'end' }>> {
  const reason = ended() ?? (answer.toolCalls ? 'tool-calls' : 'stop')
  const isWhole = answer.status === 'complete' || answer.status === 'stopped' || reason === 'length'
  if (!isWhole) throw answer.error ? AppError.fromBody(answer.error) : interrupted()
  const { input, cachedInput = null, output, reasoning = null } = answer.usage ?? {}
  return {
    type: 'end',
    reason,
    usage: {
      input: input ?? (await sentTokensOf(answer, counted)),
      cachedInput,
      output: output ?? answer.tokens,
      reasoning,
    },
  }
}

/** 0 where the conversation was cleared or deleted since the end. */
async function sentTokensOf(
  { id }: MessageView,
  { sentTokens }: Pick<TurnEnd, 'sentTokens'>,
): Promise<number> {
  try {
    return await sentTokens(id)
  } catch (error) {
    if (isAnswerForgotten(error)) return 0
    throw error
  }
}

const interrupted = () =>
  new AppError('model_incomplete', 'The server ended while it answered. What had come is kept.')
