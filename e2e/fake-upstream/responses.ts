import type { ServerResponse } from 'node:http'
import type { FakeUsage } from './behaviour.ts'
import { startEventStream, type Wire } from './wire.ts'

const MESSAGE_ID = 'msg_1'
const REASONING_ID = 'rs_1'

const usageFields = (usage: FakeUsage) => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cachedInput },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.reasoning },
  total_tokens: usage.input + usage.output,
})

/** The Responses API as a stream: a reasoning item where there is reasoning, then one message item. */
export function responsesWire(response: ServerResponse, request: { model: string }): Wire {
  let sequence = 0
  let reasoning = ''
  let text = ''
  const calls: object[] = []
  let open: 'nothing' | 'reasoning' | 'message' = 'nothing'
  const send = (type: string, fields: object) =>
    response.write(
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`,
    )
  const base = {
    id: 'resp_1',
    object: 'response',
    created_at: 1_760_000_000,
    model: request.model,
    error: null,
    incomplete_details: null,
  }
  const reasoningItem = () => ({
    id: REASONING_ID,
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: reasoning }],
  })
  const messageItem = (status: string) => ({
    id: MESSAGE_ID,
    type: 'message',
    role: 'assistant',
    status,
    content: [{ type: 'output_text', text, annotations: [] }],
  })
  const index = () => (reasoning === '' ? 0 : 1)
  const closeReasoning = () => {
    if (open !== 'reasoning') return
    send('response.reasoning_summary_part.done', {
      item_id: REASONING_ID,
      output_index: 0,
      summary_index: 0,
      part: { type: 'summary_text', text: reasoning },
    })
    send('response.output_item.done', { output_index: 0, item: reasoningItem() })
  }

  return {
    begin() {
      startEventStream(response)
      send('response.created', { response: { ...base, status: 'in_progress', output: [] } })
    },
    reasoning(piece) {
      if (open === 'nothing') {
        send('response.output_item.added', {
          output_index: 0,
          item: { id: REASONING_ID, type: 'reasoning', summary: [] },
        })
        send('response.reasoning_summary_part.added', {
          item_id: REASONING_ID,
          output_index: 0,
          summary_index: 0,
          part: { type: 'summary_text', text: '' },
        })
        open = 'reasoning'
      }
      reasoning += piece
      send('response.reasoning_summary_text.delta', {
        item_id: REASONING_ID,
        output_index: 0,
        summary_index: 0,
        delta: piece,
      })
    },
    text(piece) {
      if (open !== 'message') {
        closeReasoning()
        send('response.output_item.added', {
          output_index: index(),
          item: { ...messageItem('in_progress'), content: [] },
        })
        send('response.content_part.added', {
          item_id: MESSAGE_ID,
          output_index: index(),
          content_index: 0,
          part: { type: 'output_text', text: '', annotations: [] },
        })
        open = 'message'
      }
      text += piece
      send('response.output_text.delta', {
        item_id: MESSAGE_ID,
        output_index: index(),
        content_index: 0,
        delta: piece,
      })
    },
    toolCall(place, call) {
      closeReasoning()
      const at = index() + (open === 'message' ? 1 : 0) + place
      const item = {
        id: `fc_${place + 1}`,
        type: 'function_call',
        call_id: `call_${place + 1}`,
        name: call.name,
      }
      const half = Math.ceil(call.arguments.length / 2)
      send('response.output_item.added', {
        output_index: at,
        item: { ...item, arguments: '', status: 'in_progress' },
      })
      for (const delta of [call.arguments.slice(0, half), call.arguments.slice(half)])
        send('response.function_call_arguments.delta', { item_id: item.id, output_index: at, delta })
      const whole = { ...item, arguments: call.arguments, status: 'completed' }
      send('response.function_call_arguments.done', {
        item_id: item.id,
        output_index: at,
        arguments: call.arguments,
      })
      send('response.output_item.done', { output_index: at, item: whole })
      calls.push(whole)
    },
    error: (message) =>
      send('error', { error: { type: 'server_error', code: 'server_error', message, param: null } }),
    finish(reason, usage) {
      closeReasoning()
      const item = messageItem('completed')
      if (open === 'message') send('response.output_item.done', { output_index: index(), item })
      const output = [...(reasoning === '' ? [] : [reasoningItem()]), item, ...calls]
      const finished =
        reason === 'stop' || reason === 'tool_calls'
          ? { type: 'response.completed', status: 'completed', incomplete_details: null }
          : {
              type: 'response.incomplete',
              status: 'incomplete',
              incomplete_details: { reason: reason === 'length' ? 'max_output_tokens' : reason },
            }
      const { type, ...fields } = finished
      send(type, { response: { ...base, ...fields, output, usage: usageFields(usage) } })
    },
  }
}
