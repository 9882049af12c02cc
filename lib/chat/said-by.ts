import { AppError } from '../errors.ts'
import type { CompletionRequest } from '../schemas/openai.ts'

/** What a client said in a session: its own instructions, undefined where it has none, and the conversation. */
export type Said = {
  instructions: string | undefined
  messages: { role: 'user' | 'assistant'; text: string }[]
}

/** Throws `invalid_request` for what cannot be a turn of a session, naming the field. */
export function saidBy({ messages, tools }: CompletionRequest): Said {
  if (tools && tools.length > 0) throw refused('tools', `${NO_TOOLS} ${ALONE}`)
  const instructions: string[] = []
  const conversation: Said['messages'] = []
  for (const [place, message] of messages.entries()) {
    if (message.role === 'tool' || (message.role === 'assistant' && message.toolCalls))
      throw refused(`messages.${place}`, `${NO_TOOLS} ${ALONE}`)
    if (message.role === 'system') instructions.push(message.content)
    else conversation.push({ role: message.role, text: message.content })
  }
  const newest = conversation.at(-1)
  if (newest?.role !== 'user')
    throw refused(
      `messages.${messages.length - 1}`,
      `In a session the last message has to be one of the user. ${ALONE}`,
    )
  if (newest.text.trim() === '') throw refused(`messages.${messages.length - 1}`, 'The message is empty.')
  return {
    instructions: instructions.length > 0 ? instructions.join('\n\n') : undefined,
    messages: conversation,
  }
}

const NO_TOOLS = 'Tools cannot be used in a session yet.'
const ALONE = 'Without one (no X-Session-Id) the messages go to the model as they are.'

const refused = (path: string, message: string) =>
  new AppError('invalid_request', message, { details: { issues: [{ path, message }] } })
