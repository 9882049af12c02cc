import { expect, test } from 'vitest'
import { modelGate } from './model-gate.ts'

test.each(['text-embedding-3-small', 'text-embedding-3-large', 'openai/text-embedding-3-small'])(
  '%s lets in what 0.7 would keep out',
  (model) => expect(modelGate(model)).toEqual({ alone: 0.45, withWords: 0.35, each: 0.2 }),
)

test.each(['nomic-embed-text', 'text-embedding-ada-002', 'my-text-embedding-3-small-copy', ''])(
  'of %j nothing is known',
  (model) => expect(modelGate(model)).toEqual({ alone: 0.7, withWords: 0.7, each: 0.7 }),
)
