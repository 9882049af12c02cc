import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { MINILM_GATE } from '../recall/minilm/minilm-embedder.ts'
import { chosenModel, createEmbedding } from './embedding.ts'

const key = { OPENAI_API_KEY: 'sk-key' }
const server = { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }
const named = { EMBEDDING_MODEL: 'embed-x' }

const chosen = (source: Record<string, string>) => {
  const model = chosenModel(readEnv(source))
  return model && `${model.provider} at ${model.url}: ${model.model}`
}

test.each([
  ['nothing', {}],
  ['a server, which may have no such model', server],
  ['a server with a key', { ...server, ...key }],
  ['the word for it', { ...key, EMBEDDING_MODEL: 'local' }],
])('with %s no text leaves this machine', (_, source) => {
  expect(chosen(source)).toBeNull()
})

test.each([
  [key, 'openai at https://api.openai.com/v1: text-embedding-3-small'],
  [{ ...key, ...named }, 'openai at https://api.openai.com/v1: embed-x'],
  [{ ...key, ...server, ...named }, 'compatible at http://127.0.0.1:8000/v1: embed-x'],
  [named, 'ollama at http://127.0.0.1:11434/v1: embed-x'],
])('%j: %s', (source, words) => {
  expect(chosen(source)).toBe(words)
})

test('each comes with what its vectors have to be', async () => {
  const clock = { now: () => new Date(0) }
  const [local, openai, other] = [{}, key, { ...key, ...named }].map((source) =>
    createEmbedding(readEnv(source), { clock }),
  )
  expect(local?.gate).toEqual(MINILM_GATE)
  expect(openai?.gate.alone).toBeLessThan(0.7)
  expect(other?.gate).toEqual({ alone: 0.7, withWords: 0.7, each: 0.7 })
  expect(local?.embedder.model).toBe('minilm-l6-v2')
  await Promise.all([local, openai, other].map((each) => each?.close()))
})
