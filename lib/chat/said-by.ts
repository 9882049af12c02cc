import { AppError } from '../errors.ts'
import type { SaidBefore } from '../ports/turn-store.ts'
import type { CompletionRequest } from '../schemas/openai.ts'

/** What a client said in a session: its own instructions, undefined where it has none, and the conversation. */
export type Said = {
  instructions: string | undefined
  messages: SaidMessage[]
}

export type SaidMessage = Omit<SaidBefore, 'id' | 'tokens'>

/** Throws `invalid_request` for what cannot be a turn of a session, naming the field. */
export function saidBy({ messages }: Pick<CompletionRequest, 'messages'>): Said {
  const instructions: string[] = []
  const conversation: SaidMessage[] = []
  for (const message of messages) {
    if (message.role === 'system') instructions.push(message.content)
    else conversation.push(said(message))
  }
  const newest = conversation.at(-1)
  const path = `messages.${messages.length - 1}`
  if (newest === undefined || newest.role === 'assistant')
    throw refused(path, 'In a session the last message has to be one of the user, or the result of a tool.')
  if (newest.role === 'user' && newest.text.trim() === '') throw refused(path, 'The message is empty.')
  return {
    instructions: instructions.length > 0 ? instructions.join('\n\n') : undefined,
    messages: conversation,
  }
}

type Sent = CompletionRequest['messages'][number]

function said(message: Exclude<Sent, { role: 'system' }>): SaidMessage {
  const { role, content: text } = message
  if (message.role === 'tool') return { role, text, toolCallId: message.toolCallId }
  return message.role === 'assistant' ? { role, text, toolCalls: message.toolCalls } : { role, text }
}

const refused = (path: string, message: string) =>
  new AppError('invalid_request', `${message} ${ALONE}`, { details: { issues: [{ path, message }] } })

const ALONE = 'Without one (no X-Session-Id) the messages go to the model as they are.'
