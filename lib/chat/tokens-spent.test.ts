import { expect, test } from 'vitest'
import type { ContextMap } from '../memory/index.ts'
import { tokensSpent } from './tokens-spent.ts'

const counter = { count: async (text: string) => ({ cl100k: 0, o200k: text.length }) }
const usage = { input: 10, cachedInput: 8, output: 5, reasoning: 2 }
const sent = { tokens: 100 } as ContextMap

test.each([
  ['as the provider says, cached and reasoned ones once', { usage, sent, text: 'abc' }, 15],
  ['also where it says only a part', { usage: { ...usage, output: null }, sent, text: 'abc' }, 10],
  ['as we count where it says nothing', { usage: null, sent, text: 'abc' }, 103],
  ['none where no model wrote anything', { usage: null, sent, text: '' }, 0],
  [
    'none of an answer that was given again',
    { usage: { ...usage, input: 0, output: 0 }, sent, text: 'abc' },
    0,
  ],
])('%s', async (_, call, tokens) => expect(await tokensSpent(call, counter)).toBe(tokens))
