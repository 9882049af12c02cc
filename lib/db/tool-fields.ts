import type { ToolFields } from '../schemas/message.ts'
import type { ToolCall } from '../schemas/tool-call.ts'
import type { Message } from './generated/sqlite/client.ts'

/** A row's calls, or the call whose result it is; empty for the many that have neither. */
export const toolFields = ({
  toolCalls,
  toolCallId,
}: Pick<Message, 'toolCalls' | 'toolCallId'>): ToolFields => ({
  // The Json column holds what this folder wrote there.
  ...(toolCalls === null ? {} : { toolCalls: toolCalls as ToolCall[] }),
  ...(toolCallId === null ? {} : { toolCallId }),
})
