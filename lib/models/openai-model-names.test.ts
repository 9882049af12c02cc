import { describe, expect, test } from 'vitest'
import { mayChat, openaiChatNames } from './openai-model-names.ts'

describe('openaiChatNames', () => {
  test('leaves out what is not for chatting, and snapshots with a date', () => {
    const ids = [
      'gpt-5',
      'gpt-5-2025-08-07',
      'gpt-4-0613',
      'gpt-4o-audio-preview',
      'gpt-4o-mini-transcribe',
      'gpt-image-1',
      'gpt-3.5-turbo-instruct',
      'gpt-5-codex',
      'o4-mini',
      'o4-mini-deep-research',
      'chatgpt-4o-latest',
      'chatgpt-image-latest',
      'text-embedding-3-small',
      'tts-1',
      'dall-e-3',
      'omni-moderation-latest',
      'gpt-realtime',
    ]
    expect(openaiChatNames(ids.map((id) => ({ id })))).toEqual(['chatgpt-4o-latest', 'gpt-5', 'o4-mini'])
  })

  test('puts the newest first, and the costly ones last', () => {
    const listed = [
      { id: 'gpt-4o', created: 1 },
      { id: 'gpt-9-pro', created: 9 },
      { id: 'gpt-9', created: 8 },
    ]
    expect(openaiChatNames(listed)).toEqual(['gpt-9', 'gpt-4o', 'gpt-9-pro'])
  })
})

test.each([
  ['llama3.2:3b', true],
  ['nomic-embed-text', false],
  ['BAAI/bge-m3', false],
  ['jina-reranker-v2', false],
  ['whisper-large', false],
])('%s may chat: %s', (name, expected) => {
  expect(mayChat(name)).toBe(expected)
})
