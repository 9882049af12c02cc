import { describe, expect, test } from 'vitest'
import { countTokens } from './index.ts'
import { limitsOf } from './model-limits.ts'

describe('known models', () => {
  test.each([
    ['gpt-5', 400_000, 'o200k_base'],
    ['gpt-5-mini-2025-08-07', 400_000, 'o200k_base'],
    ['gpt-5-chat-latest', 128_000, 'o200k_base'],
    ['gpt-5.5', 1_050_000, 'o200k_base'],
    ['gpt-5.4-mini', 400_000, 'o200k_base'],
    ['gpt-4.1-nano', 1_047_576, 'o200k_base'],
    ['gpt-4o', 128_000, 'o200k_base'],
    ['gpt-4o-mini-2024-07-18', 128_000, 'o200k_base'],
    ['chatgpt-4o-latest', 128_000, 'o200k_base'],
    ['o1', 200_000, 'o200k_base'],
    ['o1-preview', 128_000, 'o200k_base'],
    ['o3-mini', 200_000, 'o200k_base'],
    ['o4-mini', 200_000, 'o200k_base'],
    ['gpt-oss:20b', 131_072, 'o200k_base'],
    ['gpt-4-turbo', 128_000, 'cl100k_base'],
    ['gpt-4-0125-preview', 128_000, 'cl100k_base'],
    ['gpt-4-32k', 32_768, 'cl100k_base'],
    ['gpt-4', 8_192, 'cl100k_base'],
    ['gpt-4-0613', 8_192, 'cl100k_base'],
    ['gpt-3.5-turbo', 16_385, 'cl100k_base'],
    ['gpt-3.5-turbo-instruct', 4_096, 'cl100k_base'],
  ] as const)('%s', (name, window, encoding) => {
    expect(limitsOf(name)).toMatchObject({ window, encoding, exact: true, perMessage: 4, perRequest: 3 })
  })

  test('are known by their bare name, whoever serves them and whatever they were tuned to', () => {
    expect(limitsOf('openai/gpt-4o')).toEqual(limitsOf('gpt-4o'))
    expect(limitsOf('ft:gpt-3.5-turbo:acme::7p4lURel')).toEqual(limitsOf('gpt-3.5-turbo'))
    expect(limitsOf('GPT-4')).toEqual(limitsOf('gpt-4'))
  })

  test.each(['system', 'user', 'assistant'])(
    'the name of the role %s is one token, as the overhead says',
    (role) => {
      expect([countTokens(role, 'cl100k_base'), countTokens(role, 'o200k_base')]).toEqual([1, 1])
    },
  )
})

describe('unknown models', () => {
  test.each(['mistral-7b', 'gpt-40b', 'o10', 'my-gpt-4', ''])('%j gets careful guesses', (name) => {
    expect(limitsOf(name)).toEqual({
      window: 8_192,
      answerReserve: 2_048,
      encoding: 'unknown',
      exact: false,
      perMessage: 5,
      perRequest: 3,
    })
  })
})

describe('models whose vocabulary is made of a published one', () => {
  test.each([
    ['llama3', 'cl100k_base'],
    ['llama3.2:3b', 'cl100k_base'],
    ['meta-llama/Meta-Llama-3.1-8B-Instruct', 'cl100k_base'],
    ['llama-3.3-70b-versatile', 'cl100k_base'],
    ['llama2', 'unknown'],
    ['llama-30b', 'unknown'],
    ['llama4', 'unknown'],
    ['qwen2.5-coder:7b', 'cl100k_digits'],
    ['Qwen/Qwen3-30B-A3B', 'cl100k_digits'],
    ['qwen2', 'cl100k_digits'],
    ['qwq:32b', 'cl100k_digits'],
    ['qwen3.5:9b', 'unknown'],
    ['qwen', 'unknown'],
  ])('%s is counted in %s, as an estimate', (name, encoding) => {
    expect(limitsOf(name)).toMatchObject({ encoding, exact: false, perMessage: 5 })
  })
})

test('the encoding that the configuration says is counted in, and is exact', () => {
  expect(limitsOf('our-deployment', { encoding: 'cl100k_base' })).toEqual({
    ...limitsOf('our-deployment'),
    encoding: 'cl100k_base',
    exact: true,
  })
})

describe('the reserve for the answer', () => {
  test.each([
    ['gpt-4o', 4_096],
    ['gpt-4', 2_048],
    ['o3', 25_000],
    ['gpt-5', 128_000],
  ])('%s keeps %i', (name, answerReserve) => {
    expect(limitsOf(name).answerReserve).toBe(answerReserve)
  })

  test('is what the configuration says, whatever the window', () => {
    for (const name of ['gpt-5', 'llama3'])
      expect(limitsOf(name, { answerReserve: 1_000 })).toEqual({ ...limitsOf(name), answerReserve: 1_000 })
    expect(limitsOf('gpt-4', { window: 2_000, answerReserve: 1_500 }).answerReserve).toBe(1_500)
  })

  test('is at most a quarter of a window that a server tells', () => {
    expect(limitsOf('gpt-oss:20b', { window: 4_096 })).toMatchObject({ window: 4_096, answerReserve: 1_024 })
    expect(limitsOf('llama3', { window: 131_072 })).toMatchObject({ window: 131_072, answerReserve: 4_096 })
  })
})
