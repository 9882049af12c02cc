import type { MessageView } from '@/lib/schemas/message'

type Said = Pick<MessageView, 'id' | 'role' | 'toolCalls' | 'toolCallId'>

/**
 * By the id of a result: the name of the tool that gave it. The call stands in the answer above; calls of other answers
 * may have the same id. Nothing for a result whose call is not loaded.
 */
export function toolNames(messages: readonly Said[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  let calls: MessageView['toolCalls'] = []
  for (const { id, role, toolCalls = [], toolCallId } of messages) {
    if (role === 'assistant') calls = toolCalls
    const called = role === 'tool' ? calls.find((call) => call.id === toolCallId) : undefined
    if (called) names.set(id, called.name)
  }
  return names
}
