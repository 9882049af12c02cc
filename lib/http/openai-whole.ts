import type { Completion, CompletionEvent } from '../schemas/completion.ts'
import { finishOf, headOf, usageOf } from './openai-chunks.ts'

/** The whole of an answer as OpenAI's clients read it. Throws what its events throw. */
export async function openaiWhole(completion: Completion): Promise<object> {
  let text = ''
  let reasoning = ''
  const calls: object[] = []
  let end: Extract<CompletionEvent, { type: 'end' }> | null = null
  for await (const event of completion.events) {
    switch (event.type) {
      case 'text':
        text += event.text
        break
      case 'reasoning':
        reasoning += event.text
        break
      case 'tool-call': {
        const called = { name: event.name, arguments: event.arguments }
        calls.push({ id: event.id, type: 'function', function: called })
        break
      }
      case 'end':
        end = event
    }
  }
  if (end === null) throw new Error('The answer has no end.')
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
  return {
    ...headOf(completion),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(end.reason) }],
    usage: usageOf(end.usage),
  }
}
