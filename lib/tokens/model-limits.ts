import type { Encoding, ModelLimits, PublishedEncoding } from '../memory/types.ts'
import { bareName } from './bare-name.ts'

/** `reserve` is what is kept for the answer, where it is not `USUAL_RESERVE`. */
type Family = { names: RegExp; window: number; encoding: PublishedEncoding; reserve?: number }

/** Tokens for an answer, in a window that is large enough for it. */
const USUAL_RESERVE = 4_096

/** What OpenAI advises to leave for a model that thinks before it answers. */
const REASONING_RESERVE = 25_000

/** gpt-5 takes its window less this much as input, however short the answer is to be. */
const GPT5_RESERVE = 128_000

/** The first that fits counts. Windows as published by OpenAI; of a family with several, the smallest. */
const FAMILIES: readonly Family[] = [
  { names: /^gpt-5.*chat|^chatgpt-4o|^gpt-4o|^gpt-4\.5/, window: 128_000, encoding: 'o200k_base' },
  {
    names: /^gpt-5\.[4-9](?!.*(mini|nano|codex))/,
    window: 1_050_000,
    encoding: 'o200k_base',
    reserve: GPT5_RESERVE,
  },
  { names: /^gpt-5/, window: 400_000, encoding: 'o200k_base', reserve: GPT5_RESERVE },
  { names: /^gpt-4\.1/, window: 1_047_576, encoding: 'o200k_base' },
  { names: /^gpt-oss/, window: 131_072, encoding: 'o200k_base', reserve: REASONING_RESERVE },
  { names: /^o1-(mini|preview)/, window: 128_000, encoding: 'o200k_base', reserve: REASONING_RESERVE },
  { names: /^(o1|o3|o4)(-|$)/, window: 200_000, encoding: 'o200k_base', reserve: REASONING_RESERVE },
  { names: /^gpt-4-(turbo|1106|0125|vision)/, window: 128_000, encoding: 'cl100k_base' },
  { names: /^gpt-4-32k/, window: 32_768, encoding: 'cl100k_base' },
  { names: /^gpt-4(-|$)/, window: 8_192, encoding: 'cl100k_base' },
  { names: /^gpt-3\.5-turbo-instruct/, window: 4_096, encoding: 'cl100k_base' },
  { names: /^gpt-3\.5/, window: 16_385, encoding: 'cl100k_base' },
]

/**
 * Vocabularies that are made of cl100k_base's. Llama 3's holds all of it, and was never seen to need more tokens;
 * Qwen's takes one digit at a time.
 */
const RELATED: readonly { names: RegExp; encoding: Encoding }[] = [
  { names: /^(meta-)?llama-?3(?!\d)/, encoding: 'cl100k_base' },
  { names: /^(qwen-?(2|2\.5|3)(?![.\d])|qwq)/, encoding: 'cl100k_digits' },
]

/**
 * Too small a guess leaves messages out, which the context map shows; too large a one gets the request refused, or
 * the start of it cut away in silence. Nearly every model in use can hold this much.
 */
const UNKNOWN_WINDOW = 8_192

/**
 * OpenAI's published counting rule: three tokens of format a message and one for its role's name, and three that
 * open the answer.
 */
const OPENAI_OVERHEAD = { perMessage: 4, perRequest: 3 }

/** ChatML, which most open models follow: start, role, line break, end, line break; the same opens the answer. */
const CHATML_OVERHEAD = { perMessage: 5, perRequest: 3 }

type KnownLimits = {
  window?: number | undefined
  answerReserve?: number | undefined
  encoding?: PublishedEncoding | undefined
}

/**
 * What a model can hold, by its name; `ft:` and a provider's `vendor/` before the name are passed over. `window` is
 * what a server or the configuration says of it, `answerReserve` and `encoding` what the configuration says. A name that is
 * not known gets careful guesses, and an encoding that counts rather too much than too little.
 */
export function limitsOf(
  modelName: string,
  { window, answerReserve, encoding }: KnownLimits = {},
): ModelLimits {
  const name = bareName(modelName)
  const family = FAMILIES.find(({ names }) => names.test(name))
  return {
    window: window ?? family?.window ?? UNKNOWN_WINDOW,
    answerReserve: answerReserve ?? reserveOf(family, window),
    encoding: encoding ?? family?.encoding ?? estimateOf(name),
    exact: (encoding ?? family) !== undefined,
    ...(family ? OPENAI_OVERHEAD : CHATML_OVERHEAD),
  }
}

const estimateOf = (name: string): Encoding =>
  RELATED.find(({ names }) => names.test(name))?.encoding ?? 'unknown'

/** A family's reserve was chosen for its own window: in a smaller one it may take a quarter at most. */
function reserveOf(family: Family | undefined, window: number | undefined): number {
  if (window === undefined && family?.reserve !== undefined) return family.reserve
  const room = window ?? family?.window ?? UNKNOWN_WINDOW
  return Math.min(family?.reserve ?? USUAL_RESERVE, Math.floor(room / 4))
}
