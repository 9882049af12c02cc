import { describe, expect, test } from 'vitest'
import { deltaEvent } from './delta-event.ts'

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

const chunk = (delta: object, more: object = {}, choiceMore: object = {}) =>
  event({ id: 'c', choices: [{ index: 0, delta, finish_reason: null, ...choiceMore }], usage: null, ...more })

const said = (block: string) => {
  const found = deltaEvent(block)
  return found && { text: found.text, doubled: found.withText(found.text.repeat(2)) }
}

describe('a piece of text', () => {
  test.each([
    ['of a completion', chunk({ content: 'ab' }), chunk({ content: 'abab' })],
    [
      'with the role that some servers repeat',
      chunk({ role: 'assistant', content: 'ab' }),
      chunk({ role: 'assistant', content: 'abab' }),
    ],
    [
      'of reasoning, beside an empty content',
      chunk({ content: '', reasoning: 'ab' }),
      chunk({ content: '', reasoning: 'abab' }),
    ],
    [
      'of reasoning by its other name, beside null',
      chunk({ content: null, reasoning_content: 'ab' }),
      chunk({ content: null, reasoning_content: 'abab' }),
    ],
    [
      'of a response',
      `event: response.output_text.delta\n${event({ type: 'response.output_text.delta', item_id: 'm', delta: 'ab', logprobs: [] })}`,
      `event: response.output_text.delta\n${event({ type: 'response.output_text.delta', item_id: 'm', delta: 'abab', logprobs: [] })}`,
    ],
  ])('%s', (_, block, doubled) => {
    expect(said(block)).toEqual({ text: 'ab', doubled })
  })

  test('lines may end as they like', () => {
    expect(said(chunk({ content: 'ab' }).replaceAll('\n', '\r\n'))?.text).toBe('ab')
    expect(said(chunk({ content: 'ab' }).replaceAll('\n', '\r'))?.text).toBe('ab')
    expect(said(chunk({ content: 'ab' }).replace('data: ', 'data:'))?.text).toBe('ab')
  })
})

describe('anything else', () => {
  test.each([
    ['the first chunk with the role alone', chunk({ role: 'assistant', content: '' })],
    ['a tool call', chunk({ tool_calls: [{ index: 0, function: { arguments: '{' } }] })],
    ['a tool call beside text', chunk({ content: 'a', tool_calls: [{ index: 0 }] })],
    ['a refusal', chunk({ refusal: 'No.' })],
    ['text and reasoning at once', chunk({ content: 'a', reasoning: 'b' })],
    ['content in parts', chunk({ content: [{ type: 'text', text: 'a' }] })],
    ['text with the finish', chunk({ content: 'a' }, {}, { finish_reason: 'stop' })],
    ['text with log probabilities', chunk({ content: 'a' }, {}, { logprobs: { content: [] } })],
    ['text with usage', chunk({ content: 'a' }, { usage: { total_tokens: 3 } })],
    ['text with an error', chunk({ content: 'a' }, { error: { message: 'No.' } })],
    ['usage alone', event({ choices: [], usage: { total_tokens: 3 } })],
    ['two choices', event({ choices: [{ delta: { content: 'a' } }, { delta: { content: 'b' } }] })],
    ['an error', event({ error: { message: 'No.' } })],
    ['the delta of a tool call', event({ type: 'response.function_call_arguments.delta', delta: '{' })],
    ['a refusal of a response', event({ type: 'response.refusal.delta', delta: 'No.' })],
    ['the end of a text', event({ type: 'response.output_text.done', text: 'ab' })],
    ['log probabilities', event({ type: 'response.output_text.delta', delta: 'a', logprobs: [{}] })],
    ['the end of the stream', 'data: [DONE]\n\n'],
    ['a number', event(3)],
    ['null', event(null)],
    ['a comment', ': waiting\n\n'],
    ['a comment before a text', `: waiting\n${chunk({ content: 'a' })}`],
    ['an id', `id: 3\n${chunk({ content: 'a' })}`],
    ['data in two lines', 'data: {"choices":\ndata: []}\n\n'],
    ['nothing', '\n\n'],
  ])('%s', (_, block) => {
    expect(deltaEvent(block)).toBeNull()
  })
})

test('only texts of one kind, place and answer have the same key', () => {
  const response = (more: object) =>
    event({ type: 'response.output_text.delta', item_id: 'm', output_index: 0, delta: 'a', ...more })
  const keys = [
    chunk({ content: 'a' }),
    chunk({ reasoning: 'a' }),
    chunk({ reasoning_content: 'a' }),
    chunk({ content: 'a' }, { id: 'd' }),
    chunk({ content: 'a' }, {}, { index: 1 }),
    response({}),
    response({ item_id: 'n' }),
    response({ output_index: 1 }),
    response({ content_index: 1 }),
    response({ type: 'response.reasoning_text.delta' }),
    response({ type: 'response.reasoning_summary_text.delta' }),
    response({ type: 'response.reasoning_summary_text.delta', summary_index: 1 }),
  ].map((block) => deltaEvent(block)?.key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(deltaEvent(chunk({ content: 'b' }, { created: 7 }))?.key).toBe(keys[0])
})
