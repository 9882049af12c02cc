import { expect, test } from 'vitest'
import { sentAsJson } from './sent-as-json'

const sent = [
  { role: 'user' as const, content: 'Rain?' },
  {
    role: 'assistant' as const,
    content: '',
    toolCalls: [{ id: 'c1', name: 'weather', arguments: '{"city":' }],
  },
  { role: 'tool' as const, content: 'Rain.', toolCallId: 'c1' },
]

test('messages with their calls and ids, and the tools as they were offered', () => {
  const tools = [{ name: 'weather', parameters: { type: 'object' } }]
  expect(JSON.parse(sentAsJson({ sent, tools: JSON.stringify(tools) }))).toEqual({ messages: sent, tools })
})

test('no tools where none were offered', () => {
  expect(JSON.parse(sentAsJson({ sent, tools: null }))).toEqual({ messages: sent })
})
