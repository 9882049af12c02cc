import { describe, expect, test } from 'vitest'
import { type FirstMessage, replyKey } from './reply-key.ts'

const FIRST: FirstMessage = {
  endpoint: 'ask',
  user: 'ada',
  query: 'How deep is the sea?',
  metadata: { skill: 'beginner', emotion: 'curious' },
  instructions: 'Be brief.',
  memory: { maxExchanges: 9 },
}
const key = (change: Partial<FirstMessage> = {}, { owner = 'local', model = 'openai/gpt-5' } = {}) =>
  replyKey(owner, model, { ...FIRST, ...change })

describe('the key of a first message', () => {
  test('is the same for the same one, and shows nothing of it', () => {
    expect(key()).toBe(key({ ...FIRST }))
    expect(key()).toMatch(/^[\da-f]{64}$/)
  })

  const changed = {
    owner: key({}, { owner: 'another' }),
    model: key({}, { model: 'openai/gpt-5-mini' }),
    endpoint: key({ endpoint: 'code_assist' }),
    user: key({ user: 'bob' }),
    'no user': key({ user: null }),
    'a user of that name': key({ user: 'null' }),
    query: key({ query: 'How deep is the sea? ' }),
    'a value of the metadata': key({ metadata: { skill: 'advanced', emotion: 'curious' } }),
    'less metadata': key({ metadata: { skill: 'beginner' } }),
    'metadata the other way round': key({ metadata: { skill: 'curious', emotion: 'beginner' } }),
    instructions: key({ instructions: 'Be long.' }),
    memory: key({ memory: { maxExchanges: 8 } }),
    'memory without a limit': key({ memory: { maxExchanges: null } }),
    'the memory of the settings': key({ memory: null }),
    'what was one field in another': key({ query: 'How deep is the sea?Be brief.', instructions: '' }),
  }

  test.each(Object.entries(changed))('is another one for another %s', (_, other) => {
    expect(other).not.toBe(key())
  })

  test('is another one for each of these', () => {
    expect(new Set(Object.values(changed)).size).toBe(Object.keys(changed).length)
  })

  test('is the same in whatever order fields come, and with metadata that has no effect', () => {
    expect(key({ metadata: { emotion: 'curious', skill: 'beginner' } })).toBe(key())
    expect(key({ metadata: { ...FIRST.metadata, mood: null, tone: undefined } })).toBe(key())
    const memory = { maxTokens: 100, maxExchanges: 9 }
    expect(key({ memory })).toBe(key({ memory: { maxExchanges: 9, maxTokens: 100 } }))
  })
})
