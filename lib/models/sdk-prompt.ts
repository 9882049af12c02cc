import type { AssistantModelMessage, ModelMessage } from 'ai'
import type { PromptMessage } from '../ports/chat-models.ts'

/** Messages as the SDK takes them, in their order. It names a result's tool, where others name the call alone. */
export function sdkPrompt(messages: readonly PromptMessage[]): ModelMessage[] {
  const toolNames = new Map<string, string>()
  return messages.map((message) => {
    if (message.role === 'assistant') {
      for (const { id, name } of message.toolCalls ?? []) toolNames.set(id, name)
      return sdkAnswer(message)
    }
    if (message.role !== 'tool') return { role: message.role, content: message.content }
    const { toolCallId, content } = message
    const output = { type: 'text' as const, value: content }
    const toolName = toolNames.get(toolCallId) ?? ''
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
  })
}

function sdkAnswer({
  content,
  toolCalls = [],
}: Extract<PromptMessage, { role: 'assistant' }>): AssistantModelMessage {
  if (toolCalls.length === 0) return { role: 'assistant', content }
  const calls = toolCalls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.name,
    // As a text it goes out as it came: a number would be written otherwise once it was read.
    input: call.arguments,
  }))
  return {
    role: 'assistant',
    content: [...(content === '' ? [] : [{ type: 'text' as const, text: content }]), ...calls],
  }
}
