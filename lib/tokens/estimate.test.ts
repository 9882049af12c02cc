import llama2 from 'llama-tokenizer-js'
import llama3 from 'llama3-tokenizer-js'
import { describe, expect, test } from 'vitest'
import { estimateTokens, estimateUnseen } from '../memory/estimate-tokens.ts'
import type { Encoding } from '../memory/types.ts'
import { countTokens } from './index.ts'
import { limitsOf } from './model-limits.ts'
import { CHAT_TEXTS } from './testing/chat-texts.ts'
import { MEASURED_COUNTS, MEASURED_TEXTS, MEASURED_TOKENIZERS } from './testing/measured-counts.ts'

type Count = (name: string, text: string) => number

const measured = (place: number): Count => {
  return (name) => MEASURED_COUNTS[name]?.[place] ?? Number.NaN
}

const MODEL_OF: Record<(typeof MEASURED_TOKENIZERS)[number], string> = {
  'Mistral 7B': 'mistral:7b',
  'Mistral Nemo': 'mistral-nemo',
  'Qwen 3': 'qwen3:8b',
  'Gemma 3': 'gemma3:4b',
  'DeepSeek V3': 'deepseek-v3',
  'Claude 2': 'claude-2.1',
}

/** Each tokenizer with a model that it is of. */
const TOKENIZERS: [string, string, Count][] = [
  ['Llama 2', 'llama2:7b', (_, text) => llama2.encode(text, false, true).length],
  ['Llama 3', 'llama3.2:3b', (_, text) => llama3.encode(text, { bos: false, eos: false }).length],
  ...MEASURED_TOKENIZERS.map((name, place): [string, string, Count] => [
    name,
    MODEL_OF[name],
    measured(place),
  ]),
]

function stored(encoding: Encoding, text: string): number {
  const [cl100k, o200k] = [countTokens(text, 'cl100k_base'), countTokens(text, 'o200k_base')]
  if (encoding === 'unknown') return Math.max(cl100k, o200k)
  return encoding === 'o200k_base' ? o200k : cl100k
}

const estimate = (encoding: Encoding, text: string) => estimateTokens(encoding, text, stored(encoding, text))

describe.each(TOKENIZERS)('%s', (_, model, count) => {
  const { encoding, exact } = limitsOf(model)

  test('Counting: no text is estimated more than 2 % too low', () => {
    const low = MEASURED_TEXTS.map(([name, text]) => [name, estimate(encoding, text), count(name, text)])
    expect(low.filter(([, estimated, truth]) => !(Number(estimated) >= 0.98 * Number(truth)))).toEqual([])
    expect(exact).toBe(false)
  })

  test('nor is any by what counts where a model is not known at all', () => {
    const low = MEASURED_TEXTS.map(([name, text]) => [name, estimate('unknown', text), count(name, text)])
    expect(low.filter(([, estimated, truth]) => !(Number(estimated) >= 0.98 * Number(truth)))).toEqual([])
  })

  test('plain English takes at most 1.3 times what it does', () => {
    const english = MEASURED_TEXTS.filter(([name]) => name.startsWith('english'))
    expect(english).toHaveLength(2)
    for (const [name, text] of english)
      expect(estimate(encoding, text) / count(name, text)).toBeLessThanOrEqual(1.3)
  })
})

test('without the text, prose in any language is not too low for a tokenizer of today', () => {
  const prose = Object.entries(CHAT_TEXTS).filter(([name]) => /^(?!emoji).*Chat$/.test(name))
  expect(prose).toHaveLength(21)
  for (const [tokenizer, model, count] of TOKENIZERS.filter(([name]) => name !== 'Claude 2')) {
    const { encoding } = limitsOf(model)
    for (const [name, text] of prose)
      expect(
        estimateUnseen(encoding, stored(encoding, text)),
        `${tokenizer}, ${name}`,
      ).toBeGreaterThanOrEqual(0.98 * count(name, text))
  }
})
