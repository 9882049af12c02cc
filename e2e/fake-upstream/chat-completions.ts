import type { ServerResponse } from 'node:http'
import type { FakeUsage } from './behaviour.ts'
import { startEventStream, type Wire } from './wire.ts'

const CREATED = 1_760_000_000

const usageFields = (usage: FakeUsage) => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cachedInput },
  completion_tokens_details: { reasoning_tokens: usage.reasoning },
})

const callId = (index: number) => `call_${index + 1}`

/** Chat Completions as a stream; usage only where the request asks for it, as servers do. */
export function chatCompletionsWire(
  response: ServerResponse,
  request: { model: string; includeUsage: boolean },
): Wire {
  const send = (fields: object) =>
    response.write(
      `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: CREATED, model: request.model, ...fields })}\n\n`,
    )
  const delta = (fields: object, finishReason: string | null = null) =>
    send({ choices: [{ index: 0, delta: fields, finish_reason: finishReason }] })

  return {
    begin() {
      startEventStream(response)
      delta({ role: 'assistant', content: '' })
    },
    reasoning: (text) => delta({ reasoning_content: text }),
    text: (text) => delta({ content: text }),
    // In two pieces, as servers write them.
    toolCall(index, call) {
      const half = Math.ceil(call.arguments.length / 2)
      const [first, second] = [call.arguments.slice(0, half), call.arguments.slice(half)]
      const named = { id: callId(index), type: 'function', function: { name: call.name, arguments: first } }
      delta({ tool_calls: [{ index, ...named }] })
      delta({ tool_calls: [{ index, function: { arguments: second } }] })
    },
    error: (message) =>
      response.write(`data: ${JSON.stringify({ error: { message, type: 'server_error', code: null } })}\n\n`),
    finish(reason, usage) {
      delta({}, reason)
      if (request.includeUsage) send({ choices: [], usage: usageFields(usage) })
      response.write('data: [DONE]\n\n')
    },
  }
}

/** The same answer in one piece, for requests that do not stream. Nothing is sent before the finish. */
export function wholeCompletionWire(response: ServerResponse, request: { model: string }): Wire {
  const message = { role: 'assistant', content: '', reasoning_content: '', tool_calls: [] as object[] }
  return {
    begin: () => undefined,
    reasoning(text) {
      message.reasoning_content += text
    },
    text(text) {
      message.content += text
    },
    toolCall: (index, call) =>
      message.tool_calls.push({ id: callId(index), type: 'function', function: call }),
    error(text) {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.write(JSON.stringify({ error: { message: text } }))
    },
    finish(reason, usage) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(
        JSON.stringify({
          id: 'chatcmpl-1',
          object: 'chat.completion',
          created: CREATED,
          model: request.model,
          choices: [{ index: 0, message, finish_reason: reason }],
          usage: usageFields(usage),
        }),
      )
    },
  }
}
