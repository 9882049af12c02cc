import type { ModelOptions } from '../ports/chat-models.ts'
import type { CompletionRequest } from '../schemas/openai.ts'

/** What a client of the OpenAI-compatible door chose of how the model answers. */
export function modelOptions(request: CompletionRequest): ModelOptions {
  const { temperature, top_p, stop, tools, tool_choice } = request
  return {
    temperature: temperature ?? undefined,
    topP: top_p ?? undefined,
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    stop: stop && stop.length > 0 ? stop : undefined,
    tools:
      tools && tools.length > 0
        ? tools.map(({ function: { name, description, parameters, strict } }) => ({
            name,
            description: description ?? undefined,
            parameters: parameters ?? { type: 'object', properties: {} },
            strict: strict ?? undefined,
          }))
        : undefined,
    toolChoice: tool_choice ?? undefined,
  }
}
