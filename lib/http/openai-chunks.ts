import type { Completion, CompletionEvent, CompletionUsage } from '../schemas/completion.ts'

const FINISH = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  other: 'stop',
} as const

export const finishOf = (reason: Extract<CompletionEvent, { type: 'end' }>['reason']): string =>
  FINISH[reason]

export const usageOf = ({ input, cachedInput, output, reasoning }: CompletionUsage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cachedInput ?? 0 },
  completion_tokens_details: { reasoning_tokens: reasoning ?? 0 },
})

/** What every piece of an answer, and the whole of it, begins with. */
export const headOf = ({ id, model, createdAt }: Completion) => ({
  id: `chatcmpl-${id}`,
  created: Math.floor(createdAt.getTime() / 1_000),
  model,
})

/** An answer in pieces as OpenAI's clients read them; of its usage one more at the end, where it was asked for. */
export async function* openaiChunks(
  completion: Completion,
  includeUsage: boolean,
): AsyncGenerator<object, void, undefined> {
  const chunk = (fields: object) => ({
    ...headOf(completion),
    object: 'chat.completion.chunk',
    ...fields,
    ...(includeUsage && !('usage' in fields) ? { usage: null } : {}),
  })
  const delta = (fields: object, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta: fields, logprobs: null, finish_reason: finish }] })

  let calls = 0
  yield delta({ role: 'assistant', content: '' })
  for await (const event of completion.events) {
    switch (event.type) {
      case 'text':
        yield delta({ content: event.text })
        break
      case 'reasoning':
        yield delta({ reasoning_content: event.text })
        break
      case 'tool-call': {
        const called = { name: event.name, arguments: event.arguments }
        yield delta({ tool_calls: [{ index: calls++, id: event.id, type: 'function', function: called }] })
        break
      }
      case 'end':
        yield delta({}, finishOf(event.reason))
        if (includeUsage) yield chunk({ choices: [], usage: usageOf(event.usage) })
    }
  }
}
