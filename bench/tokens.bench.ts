import * as gptCl100k from 'gpt-tokenizer/encoding/cl100k_base'
import * as gptO200k from 'gpt-tokenizer/encoding/o200k_base'
import { get_encoding } from 'tiktoken'
import { countTokens } from '../lib/tokens/index.ts'
import { CORPORA } from '../lib/tokens/testing/corpora.ts'
import { chatText } from './chat-text.ts'
import { measure } from './measure.ts'
import { createRandom } from './random.ts'
import type { Result } from './result.ts'
import { milliseconds, number } from './table.ts'

const ENCODINGS = ['cl100k_base', 'o200k_base'] as const
type Encoding = (typeof ENCODINGS)[number]

const GPT_TOKENIZER = { cl100k_base: gptCl100k, o200k_base: gptO200k }
// Without this it throws on text that looks like a special token.
const PLAIN = { disallowedSpecial: new Set<string>() }
const CHARACTERS = 1_000_000

export default async function tokens(): Promise<Result[]> {
  const results: Result[] = []
  for (const encoding of ENCODINGS) results.push(await chatSpeed(encoding))
  results.push(await worstCase('cl100k_base'))
  for (const encoding of ENCODINGS) results.push(differences(encoding))
  return results
}

async function chatSpeed(encoding: Encoding): Promise<Result> {
  const text = chatText(CHARACTERS)
  const ms = await measure({
    ours: () => countTokens(text, encoding),
    peer: () => GPT_TOKENIZER[encoding].countTokens(text, PLAIN),
  })
  return {
    row: '2',
    work: `chat text, ${encoding}, speed ÷ gpt-tokenizer`,
    medians: [`ours ${speed(text, ms.ours)}`, `gpt-tokenizer ${speed(text, ms.peer)}`],
    ratio: ms.peer / ms.ours,
    floor: { atLeast: 1 },
    aim: { atLeast: 1.5 },
  }
}

function speed(text: string, ms: number): string {
  return `${number(Buffer.byteLength(text) / 1_000 / ms)} MB/s`
}

/**
 * Every kind of long run by both, the peer once: it takes seconds. The line shows the kind that is worst for us in
 * proportion, so that the bound holds for all.
 */
async function worstCase(encoding: Encoding): Promise<Result> {
  const ratios: { kind: string; ours: number; peer: number }[] = []
  for (const [kind, text] of Object.entries(longRuns(100_000))) {
    const { ours } = await measure({ ours: () => countTokens(text, encoding) }, { rounds: 5, warmUps: 1 })
    const { peer } = await measure(
      { peer: () => GPT_TOKENIZER[encoding].countTokens(text, PLAIN) },
      { rounds: 1, warmUps: 0 },
    )
    ratios.push({ kind, ours, peer })
  }

  const [worst] = ratios.sort((a, b) => b.ours / b.peer - a.ours / a.peer)
  if (!worst) throw new Error('There is no long run to measure.')
  return {
    row: '2',
    work: `100 KB of ${worst.kind}, the worst of ${ratios.length} runs, time ÷ gpt-tokenizer`,
    medians: [`ours ${milliseconds(worst.ours)}`, `gpt-tokenizer ${milliseconds(worst.peer)}, once`],
    ratio: worst.ours / worst.peer,
    floor: { atMost: 0.1 },
    aim: { atMost: 0.03 },
  }
}

/** Texts of one class of character, `bytes` long in UTF-8: no rule cuts them, so all of it is one merge. */
function longRuns(bytes: number): Record<string, string> {
  const { below } = createRandom(7)
  const random = (first: number, kinds: number, width: number) =>
    Array.from({ length: bytes / width }, () => String.fromCodePoint(first + below(kinds))).join('')
  return {
    'one letter': 'a'.repeat(bytes),
    'small letters': random(0x61, 26, 1),
    Chinese: random(0x4e00, 20_000, 3),
    Thai: random(0xe01, 45, 3),
    emoji: random(0x1f600, 64, 4),
    spaces: ' '.repeat(bytes),
    dashes: '-'.repeat(bytes),
  }
}

function differences(encoding: Encoding): Result {
  const tiktoken = get_encoding(encoding)
  const texts = [...Object.values(CORPORA), chatText(100_000, 2), ...Object.values(longRuns(3_000))]
  const wrong = (count: (text: string) => number) =>
    texts.filter((text) => count(text) !== tiktoken.encode_ordinary(text).length).length
  const ours = wrong((text) => countTokens(text, encoding))
  const peer = wrong((text) => GPT_TOKENIZER[encoding].countTokens(text, PLAIN))
  return {
    row: '2',
    work: `texts counted otherwise than tiktoken, ${encoding}`,
    medians: [`ours ${ours} of ${texts.length}`, `gpt-tokenizer ${peer}`],
    ratio: ours,
    floor: { atMost: 0 },
    aim: { atMost: 0 },
  }
}
